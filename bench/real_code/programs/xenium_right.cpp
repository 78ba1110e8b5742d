// xenium: concurrent data structures; here a work-stealing deque.
// Right: the owner pushes and pops, the other thread only steals.
#include <cassert>
#include <thread>
#include <xenium/chase_work_stealing_deque.hpp>

int main() {
  xenium::chase_work_stealing_deque<int> deque;
  int one = 1;
  int two = 2;
  int stolen_sum = 0;
  deque.try_push(&one);
  std::thread thief([&] {
    int* stolen = nullptr;
    if (deque.try_steal(stolen)) stolen_sum += *stolen;
  });
  deque.try_push(&two);
  int own_sum = 0;
  for (int* popped = nullptr; deque.try_pop(popped);) own_sum += *popped;
  thief.join();
  assert(own_sum + stolen_sum == 3);
}
