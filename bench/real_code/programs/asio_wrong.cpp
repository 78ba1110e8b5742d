// Asio (standalone), an event loop; here an io_context that two threads run.
// Wrong: handlers that share a variable are posted without a strand.
#include <asio.hpp>
#include <thread>

int main() {
  asio::io_context context(2);
  int finished = 0;
  asio::post(context, [&] { ++finished; });
  asio::post(context, [&] { ++finished; });
  std::thread other([&] { context.run(); });
  context.run();
  other.join();
}
