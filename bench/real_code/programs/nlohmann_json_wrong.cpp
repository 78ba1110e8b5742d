// JSON for Modern C++ (nlohmann/json).
// Wrong: operator[] of a document that is not const inserts what is missing.
#include <thread>

#include <nlohmann/json.hpp>

int main() {
  nlohmann::json config = {{"port", 80}};
  std::thread other([&] { (void)(config["port"] == 80); });
  (void)(config["host"] == "");
  other.join();
}
