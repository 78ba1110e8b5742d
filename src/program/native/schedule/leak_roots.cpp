#include "program/native/schedule/leak_roots.h"

#include <algorithm>
#include <sys/uio.h>

#include "program/native/kernel/descriptors.h"
#include "program/native/platform/raw_system_call.h"
#include "program/native/process/fiber.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

namespace {

// Adds what the program has mapped, as allocators of libraries do. Parts that cannot be read are
// skipped, and so is what comes after the first gigabyte.
void add_mappings(LeakSearch& search) {
  constexpr std::size_t part_size = std::size_t{64} << 10;
  constexpr std::size_t most = std::size_t{1} << 30;
  std::vector<Address> words(part_size / sizeof(Address));
  std::size_t total = 0;
  for (const Mapping& mapping : open_mappings())
    for (std::size_t at = 0; at < mapping.size && total < most; at += part_size) {
      total += part_size;
      const std::size_t size = std::min(part_size, mapping.size - at);
      const iovec to{.iov_base = words.data(), .iov_len = size};
      const iovec from{.iov_base = reinterpret_cast<void*>(mapping.begin + at), .iov_len = size};
      const long count = raw_system_call(SYS_process_vm_readv, raw_system_call(SYS_getpid),
                                         as_long(&to), 1, as_long(&from), 1, 0);
      for (long i = 0; i < count / static_cast<long>(sizeof(Address)); ++i)
        search.add_root(words[static_cast<std::size_t>(i)]);
    }
}

}  // namespace

std::vector<Leak> find_leaks(const Runtime& of) {
  if (heap.live_blocks() == 0) return {};
  LeakSearch search;
  if (!search.has_suspects()) return {};
  of.snapshot.for_each_written([&](Address begin, Address end) { search.add_roots(begin, end); });
  for (const Task* const task : of.tasks.created()) {
    const bool has_ended = task->standing == Standing::ended;
    const bool has_begun = task->standing != Standing::mailed;
    const bool is_waiting_to_post = task->code.posted != nullptr && !has_ended;
    if ((task->code.handler != nullptr && !has_begun) || is_waiting_to_post)
      search.add_root(reinterpret_cast<Address>(task->code.argument));
    if (!task->is_joined) search.add_root(reinterpret_cast<Address>(task->code.result));
    if (!has_begun || (has_ended && !task->is_main)) continue;
    search.add_roots(thread_data_begin(task->area), task->fiber.thread_pointer);
    for (void* const value : task->data.specifics)
      search.add_root(reinterpret_cast<Address>(value));
    if (!has_ended)
      search.add_roots(reinterpret_cast<Address>(task->fiber.stack_pointer),
                       top_of_stack(task->area));
  }
  add_mappings(search);
  for (const Mailbox* const mailbox : of.mailboxes.all())
    if (mailbox->execution == of.progress().execution)
      for (const SentMessage& message : mailbox->messages)
        search.add_root(reinterpret_cast<Address>(message.pointer));
  return search.lost_blocks();
}

}  // namespace mazurka::native
