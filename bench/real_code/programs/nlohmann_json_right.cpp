// JSON for Modern C++ (nlohmann/json).
// Right: two threads read one document, with members that do not change it.
#include <cassert>
#include <thread>

#include <nlohmann/json.hpp>

int main() {
  const nlohmann::json config = {{"port", 80}};
  std::thread other([&] { assert(config.value("port", 0) == 80); });
  assert(config.value("host", "") == "");
  other.join();
}
