#include "cli/child/shared_numbers.h"

#include <algorithm>
#include <stdexcept>
#include <sys/mman.h>

#include "core/user_error.h"

namespace mazurka::cli {

namespace {

// The address space of a native program must not depend on this mapping.
void* const numbers_address = reinterpret_cast<void*>(0x6080'0000'0000);

}  // namespace

SharedNumbers::SharedNumbers() {
  void* const memory = mmap(numbers_address, sizeof(Table), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw UserError("", "cannot map memory for exploring processes");
  table_ = static_cast<Table*>(memory);
}

SharedNumbers::~SharedNumbers() { munmap(table_, sizeof(Table)); }

std::vector<TaskName> SharedNumbers::number(const TaskName& name, std::uint32_t known) {
  std::uint32_t expected = nobody;
  while (!table_->owner.compare_exchange_weak(expected, worker_ + 1, std::memory_order_acquire)) {
    expected = nobody;
    __builtin_ia32_pause();
  }
  const TaskName* const names = table_->names;
  std::uint32_t count = table_->count.load(std::memory_order_relaxed);
  const std::uint32_t first = std::min(known, count);
  const TaskName* const found = std::find(names + first, names + count, name);
  const auto end = static_cast<std::uint32_t>(found - names) + 1;
  if (end > count && count < most_tasks) {
    table_->names[count] = name;
    table_->count.store(++count, std::memory_order_release);
  }
  std::vector<TaskName> result(names + first, names + std::min(end, count));
  table_->owner.store(nobody, std::memory_order_release);
  if (end > count) throw std::runtime_error("the program creates more than 1,048,576 tasks");
  return result;
}

void SharedNumbers::free_lock_of(std::uint32_t worker) {
  std::uint32_t expected = worker + 1;
  table_->owner.compare_exchange_strong(expected, nobody, std::memory_order_release);
}

std::vector<TaskName> SharedNumbers::all() const {
  return {table_->names, table_->names + table_->count.load(std::memory_order_acquire)};
}

}  // namespace mazurka::cli
