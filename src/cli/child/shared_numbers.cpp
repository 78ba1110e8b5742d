#include "cli/child/shared_numbers.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <sys/mman.h>
#include <thread>

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

bool SharedNumbers::try_lock() {
  std::uint32_t expected = nobody;
  return table_->owner.compare_exchange_weak(expected, worker_ + 1, std::memory_order_acquire);
}

std::vector<TaskName> SharedNumbers::number(const TaskName& name, std::uint32_t known) {
  while (!try_lock()) __builtin_ia32_pause();
  return number_locked(name, known);
}

std::optional<std::vector<TaskName>> SharedNumbers::try_number(const TaskName& name,
                                                               std::uint32_t known) {
  for (int tries = 0; tries < 100; ++tries) {
    if (try_lock()) return number_locked(name, known);
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  return std::nullopt;
}

// REQUIRES: this process has the lock, which is freed.
std::vector<TaskName> SharedNumbers::number_locked(const TaskName& name, std::uint32_t known) {
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

void SharedNumbers::publish_handlers(const Registry& registry) {
  const auto known = table_->handler_count.load(std::memory_order_relaxed);
  const auto count = std::min<std::uint32_t>(registry.handler_count(), most_handlers);
  if (count <= known) return;
  for (std::uint32_t i = known; i < count; ++i)
    table_->handlers[i] = registry.handler(HandlerId{i}).stable;
  table_->handler_count.store(count, std::memory_order_release);
}

std::span<const TaskName> SharedNumbers::names_from(std::uint32_t first) const {
  const std::uint32_t count = table_->count.load(std::memory_order_acquire);
  return {table_->names + std::min(first, count), table_->names + count};
}

void SharedNumbers::free_lock_of(std::uint32_t worker) {
  std::uint32_t expected = worker + 1;
  table_->owner.compare_exchange_strong(expected, nobody, std::memory_order_release);
}

std::vector<TaskName> SharedNumbers::all() const {
  return {table_->names, table_->names + table_->count.load(std::memory_order_acquire)};
}

}  // namespace mazurka::cli
