// Boost.Thread: threads, mutexes and futures.
// Wrong: the lock is given up between the test and the update.
#include <boost/thread.hpp>
#include <cassert>

int balance = 1;
boost::shared_mutex mutex;

void withdraw() {
  {
    boost::shared_lock<boost::shared_mutex> reading(mutex);
    if (balance == 0) return;
  }
  boost::unique_lock<boost::shared_mutex> writing(mutex);
  --balance;
}

int main() {
  boost::thread other(withdraw);
  withdraw();
  other.join();
  assert(balance == 0);
}
