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

  // In the parent: frees the lock if this worker, which has died, had it.
  void free_lock_of(std::uint32_t worker);
  // Forgets all names. REQUIRES: no worker exists.
  void clear() { table_->count = 0; }
  [[nodiscard]] std::vector<TaskName> all() const;

 private:
  static constexpr std::size_t most_tasks = std::size_t{1} << 20;
  static constexpr std::uint32_t nobody = 0;
  struct Table {
    std::atomic<std::uint32_t> owner;  // of the lock: worker + 1
    std::atomic<std::uint32_t> count;
    TaskName names[most_tasks];
  };

  Table* table_;
  std::uint32_t worker_ = 0;
};

}  // namespace mazurka::cli
