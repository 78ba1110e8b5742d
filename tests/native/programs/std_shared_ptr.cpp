// The last of three owners frees the object, in every order.
//
// traces: any
// deadlocks: 0
#include <cassert>
#include <memory>
#include <thread>
#include <utility>

int main() {
  auto value = std::make_shared<int>(7);
  const auto use = [](std::shared_ptr<int> mine) { assert(*mine == 7); };
  std::thread a(use, value);
  std::thread b(use, value);
  value.reset();
  a.join();
  b.join();
}
