// The numbers of tasks that the workers of one exploration share, in memory that all of them map.
//
// A worker that meets a new task appends its name under a lock. Workers may be killed at any time:
// a name counts when the number of names has grown, which is the last store, and the parent frees
// the lock of a worker that has died. A worker waits for the lock by spinning, because functions
// that sleep belong to the program under test.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/registry.h"

namespace mazurka::cli {

class SharedNumbers final : public TaskNumbers {
 public:
  SharedNumbers();  // throws UserError
  ~SharedNumbers() override;
  SharedNumbers(const SharedNumbers&) = delete;
  SharedNumbers& operator=(const SharedNumbers&) = delete;

  // In a worker: says which one it is.
  void set_worker(std::uint32_t worker) { worker_ = worker; }
  [[nodiscard]] std::vector<TaskName> number(const TaskName& name, std::uint32_t known) override;
  // In a worker: tells the parent the stable names of handlers, by their ids.
  void publish_handlers(const Registry& registry);

  // In the parent: like number(), but returns nothing if the lock is not free for a while, because
  // a worker was stopped or killed while it had it.
  [[nodiscard]] std::optional<std::vector<TaskName>> try_number(const TaskName& name,
                                                                std::uint32_t known);
  // Returns the names from this number on.
  [[nodiscard]] std::span<const TaskName> names_from(std::uint32_t first) const;
  [[nodiscard]] std::span<const StableName> handlers() const {
    return {table_->handlers, table_->handler_count.load(std::memory_order_acquire)};
  }
  // In the parent: frees the lock if this worker, which has died, had it.
  void free_lock_of(std::uint32_t worker);
  // Forgets all names. REQUIRES: no worker exists.
  void clear() { table_->count = table_->handler_count = 0; }
  [[nodiscard]] std::vector<TaskName> all() const;

 private:
  static constexpr std::size_t most_tasks = std::size_t{1} << 20;
  static constexpr std::size_t most_handlers = std::size_t{1} << 16;
  static constexpr std::uint32_t nobody = 0;
  struct Table {
    std::atomic<std::uint32_t> owner;  // of the lock: worker + 1
    std::atomic<std::uint32_t> count;
    std::atomic<std::uint32_t> handler_count;
    StableName handlers[most_handlers];  // all workers write the same
    TaskName names[most_tasks];
  };

  [[nodiscard]] bool try_lock();
  [[nodiscard]] std::vector<TaskName> number_locked(const TaskName& name, std::uint32_t known);

  Table* table_;
  std::uint32_t worker_ = 0;
};

}  // namespace mazurka::cli
