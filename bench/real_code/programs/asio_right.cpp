// Asio (standalone), an event loop; here an io_context that two threads run.
// Right: a strand serialises the handlers that share a variable.
#include <asio.hpp>
#include <cassert>
#include <thread>

int main() {
  asio::io_context context(2);
  auto strand = asio::make_strand(context);
  int finished = 0;
  asio::post(strand, [&] { ++finished; });
  asio::post(strand, [&] { ++finished; });
  std::thread other([&] { context.run(); });
  context.run();
  other.join();
  assert(finished == 2);
}
