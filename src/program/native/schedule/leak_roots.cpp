#include "program/native/schedule/leak_roots.h"

#include "program/native/process/fiber.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

std::vector<Leak> find_leaks(const Runtime& of) {
  if (heap.live_blocks() == 0) return {};
  LeakSearch search;
  if (!search.has_suspects()) return {};
  of.snapshot.for_each_written([&](Address begin, Address end) { search.add_roots(begin, end); });
  for (const Task* const task : of.created_tasks()) {
    const std::uint32_t id = task->id.value;
    const bool has_ended = task->standing == Standing::ended;
    const bool has_begun = task->standing != Standing::mailed;
    const bool is_waiting_to_post = task->code.posted != nullptr && !has_ended;
    if ((task->code.handler != nullptr && !has_begun) || is_waiting_to_post)
      search.add_root(reinterpret_cast<Address>(task->code.argument));
    if (!task->is_joined) search.add_root(reinterpret_cast<Address>(task->code.result));
    if (!has_begun || (has_ended && !task->is_main)) continue;
    search.add_roots(thread_data_begin(id), task->fiber.thread_pointer);
    for (void* const value : task->data.specifics)
      search.add_root(reinterpret_cast<Address>(value));
    if (!has_ended)
      search.add_roots(reinterpret_cast<Address>(task->fiber.stack_pointer), top_of_stack(id));
  }
  for (const Mailbox* const mailbox : of.mailboxes.all())
    if (mailbox->execution == of.progress().execution)
      for (const SentMessage& message : mailbox->messages)
        search.add_root(reinterpret_cast<Address>(message.pointer));
  return search.lost_blocks();
}

}  // namespace mazurka::native
