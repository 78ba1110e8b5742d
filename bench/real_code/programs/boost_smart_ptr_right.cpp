// Boost.SmartPtr: reference counts, and atomic operations on shared pointers.
// Right: the pointer that both threads use is atomic.
#include <boost/smart_ptr/atomic_shared_ptr.hpp>
#include <boost/smart_ptr/make_shared.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::atomic_shared_ptr<int> config(boost::make_shared<int>(1));
  std::thread other([&] { config.store(boost::make_shared<int>(2)); });
  const boost::shared_ptr<int> mine = config.load();
  assert(*mine == 1 || *mine == 2);
  other.join();
}
