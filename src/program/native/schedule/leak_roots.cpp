// What still leads to heap blocks at the end of an execution: the data of the program and of its
// libraries, thread-local data of main, everything of tasks that exit() has cut off, and what the
// runtime keeps for somebody to take. Pages that were never written cannot hold such pointers.
#include "program/native/process/leaks.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

std::vector<Leak> Runtime::find_leaks() const {
  if (heap.live_blocks() == 0) return {};
  LeakSearch search;
  if (!search.has_suspects()) return {};
  image_.for_each_written([&](Address begin, Address end) { search.add_roots(begin, end); });
  for (const Task* const task : created_) {
    const std::uint32_t id = task->id.value;
    const bool has_ended = task->standing == Standing::ended;
    const bool has_begun = task->standing != Standing::mailed;
    if (task->handler != nullptr && !has_begun)
      search.add_root(reinterpret_cast<Address>(task->argument));
    if (!task->joined_by_somebody) search.add_root(reinterpret_cast<Address>(task->result));
    if (!has_begun || (has_ended && !task->is_main)) continue;
    search.add_roots(thread_data_begin(id), task->fiber.thread_pointer);
    for (void* const value : task->specifics) search.add_root(reinterpret_cast<Address>(value));
    if (!has_ended)
      search.add_roots(reinterpret_cast<Address>(task->fiber.stack_pointer), top_of_stack(id));
  }
  return search.lost_blocks();
}

}  // namespace mazurka::native
