// Boost.Thread: threads, mutexes and futures.
// Right: whoever wants to write takes the upgradable lock, which has one owner at a time.
#include <boost/thread.hpp>
#include <cassert>

int balance = 1;
boost::shared_mutex mutex;

void withdraw() {
  boost::upgrade_lock<boost::shared_mutex> reading(mutex);
  if (balance == 0) return;
  boost::upgrade_to_unique_lock<boost::shared_mutex> writing(reading);
  --balance;
}

int main() {
  boost::thread other(withdraw);
  withdraw();
  other.join();
  assert(balance == 0);
}
