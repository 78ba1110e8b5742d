// Boost.Asio, an event loop; here an io_context that two threads run.
// Right: a strand serialises the handlers that share a variable.
#include <boost/asio.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::asio::io_context context(2);
  auto strand = boost::asio::make_strand(context);
  int finished = 0;
  boost::asio::post(strand, [&] { ++finished; });
  boost::asio::post(strand, [&] { ++finished; });
  std::thread other([&] { context.run(); });
  context.run();
  other.join();
  assert(finished == 2);
}
