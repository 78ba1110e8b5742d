// mazurka::mailbox<T>: two threads send move-only messages, main receives one by its content and
// one that comes, and leaves the third to the destructor. The three sends have 3 orders, because
// one thread sends two.
//
// traces: 3
#include <cassert>
#include <memory>
#include <thread>

#include <mazurka/mazurka.hpp>

int main() {
  mazurka::mailbox<std::unique_ptr<int>> box{"box"};
  std::thread a([&] { box.send(std::make_unique<int>(1)); });
  std::thread b([&] {
    box.send(std::make_unique<int>(2));
    box.send(std::make_unique<int>(3));
  });
  const auto three = box.receive([](const std::unique_ptr<int>& n) { return *n == 3; });
  assert(*three == 3);
  const auto other = box.receive();
  assert(*other == 1 || *other == 2);
  a.join();
  b.join();
}
