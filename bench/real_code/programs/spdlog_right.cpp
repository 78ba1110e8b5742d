// spdlog, a logging library (header only).
// Right: the sink that two threads write to locks a mutex.
#include <cassert>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <sstream>
#include <thread>

int main() {
  std::ostringstream text;
  spdlog::logger logger("log", std::make_shared<spdlog::sinks::ostream_sink_mt>(text));
  logger.set_pattern("%v");
  std::thread other([&] { logger.info("one"); });
  logger.info("two");
  other.join();
  assert(text.str() == "one\ntwo\n" || text.str() == "two\none\n");
}
