// spdlog, a logging library (header only).
// Wrong: the sink that two threads write to is the one for single threads.
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <sstream>
#include <thread>

int main() {
  std::ostringstream text;
  spdlog::logger logger("log", std::make_shared<spdlog::sinks::ostream_sink_st>(text));
  std::thread other([&] { logger.info("one"); });
  logger.info("two");
  other.join();
}
