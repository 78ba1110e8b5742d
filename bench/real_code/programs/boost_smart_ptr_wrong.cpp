// Boost.SmartPtr: reference counts, and atomic operations on shared pointers.
// Wrong: one thread copies a shared_ptr while another one assigns to it.
#include <boost/smart_ptr/make_shared.hpp>
#include <boost/smart_ptr/shared_ptr.hpp>
#include <thread>

int main() {
  boost::shared_ptr<int> config = boost::make_shared<int>(1);
  std::thread other([&] { config = boost::make_shared<int>(2); });
  const boost::shared_ptr<int> mine = config;
  other.join();
}
