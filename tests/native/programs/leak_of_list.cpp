// An unreachable list is one leak, named by its first node. Blocks that are reachable from a
// global, from a thread-local of main or from another reachable block are not leaks. Two threads
// exchange a pointer, in 2 orders, and in each of them the pointer that was stored first is
// lost.
//
// traces: 2
// finds: leak
#include <atomic>
#include <memory>
#include <thread>

struct Node {
  Node* next;
  int value;
};

static std::atomic<Node*> kept{nullptr};
static Node* by_global;
thread_local Node* by_thread_local;

static void store(int value) { kept.exchange(new Node{new Node{nullptr, value}, value}); }

int main() {
  by_global = new Node{new Node{nullptr, 1}, 0};
  by_thread_local = new Node{nullptr, 2};
  const auto freed = std::make_unique<Node>();
  std::thread a(store, 1);
  std::thread b(store, 2);
  a.join();
  b.join();
}
