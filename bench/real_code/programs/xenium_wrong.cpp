// xenium: concurrent data structures; here a work-stealing deque.
// Wrong: two threads pop, but only the owner may do that: both get the same item.
#include <cassert>
#include <thread>
#include <xenium/chase_work_stealing_deque.hpp>

int main() {
  xenium::chase_work_stealing_deque<int> deque;
  int items[] = {1, 2, 4};
  for (int& item : items) deque.try_push(&item);
  int* other_popped = nullptr;
  int* popped = nullptr;
  std::thread other([&] { (void)deque.try_pop(other_popped); });
  (void)deque.try_pop(popped);
  other.join();
  assert(popped != other_popped);
}
