// A list that nobody can reach is one leak, named by its first node; what is reachable from a
// global, from a thread-local of main or from a block that is reachable is none. The two threads
// store the pointer or lose it: the exchange comes in 2 orders, and in each of them what was stored
// first is lost.
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
