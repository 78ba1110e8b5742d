// Orders events by synchronisation, by the rules of C and C++ (their "happens before").
//
// This relation is weaker than happens-before of `core/execution.h`, which orders any two
// conflicting events: a plain or relaxed access orders nothing, and a lock only orders its release
// before the next acquisition. In one respect it is stronger: the messages of one handler run on
// one thread, one after the other, and are ordered.
//
// Events on the states of libraries that are only presumed to synchronise (MemoryOrder::presumed)
// order others or not, as the creator of the relation chooses.
//
// There is one clock per thread (a handler is one thread). An entry is the position after the last
// event of that thread that is known, so events need no separate numbers.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/execution.h"

namespace mazurka {

class Synchronisation {
 public:
  using Thread = std::uint32_t;

  enum class Presumed : std::uint8_t { synchronises, orders_nothing };
  explicit Synchronisation(Presumed presumed = Presumed::synchronises) : presumed_(presumed) {}

  // Starts with a new execution. All memory is reused.
  void begin(const Execution& execution);

  // Adds the next event. REQUIRES: all earlier events were added, in order.
  // Cost: threads, for each object that it synchronises on.
  void advance(Position position);

  [[nodiscard]] Thread thread_of(TaskId task) const { return thread_of_task_[task.value]; }
  [[nodiscard]] std::uint32_t thread_count() const { return width_; }

  // Returns whether the last event of `thread` is ordered after the event of `other` at `earlier`.
  [[nodiscard]] bool knows(Thread thread, Thread other, Position earlier) const {
    return rows_[std::size_t{thread} * width_ + other] > earlier;
  }

 private:
  using Row = std::uint32_t;  // rows of the threads come first
  static constexpr Row none = 0xffffffffu;

  struct ObjectRow {
    std::uint64_t run = 0;  // in which it was set
    Row row = none;
  };

  // Returns the order that the access counts as.
  [[nodiscard]] MemoryOrder counted(MemoryOrder order) const;
  void name_threads();
  void name_thread(TaskId task);
  [[nodiscard]] std::span<std::uint32_t> at(Row row) {
    return {rows_.data() + std::size_t{row} * width_, width_};
  }
  [[nodiscard]] Row new_row();
  // Returns the row, and creates it on first use, empty.
  [[nodiscard]] Row made(Row& row);
  [[nodiscard]] Row row_of(ObjectId object);
  // Returns what the arrivals of the round that the arrival or leaving belongs to have released.
  [[nodiscard]] Row row_of_round(const Event& event);
  void learn(Row to, Row from);
  void replace(Row to, Row from);
  void pass_fences(const Event& event, Row thread);
  void access(const Event& event, Row thread);
  void read_atomically(MemoryOrder order, Row thread, Row object);
  void write_atomically(const Event& event, MemoryOrder order, Row thread, Row object);

  Presumed presumed_;
  const Execution* execution_ = nullptr;
  std::uint64_t run_ = 0;
  std::uint32_t width_ = 0;
  std::vector<Thread> thread_of_task_;
  std::vector<Thread> thread_of_handler_;
  std::vector<std::uint32_t> rows_;
  std::vector<ObjectRow> of_object_;       // what was released there: by unlocks, by atomic writes
  std::vector<Row> of_message_;            // by task: what its post released
  std::map<EventId, Row> of_send_;         // what a send released, for the receive of its message
  std::map<std::uint64_t, Row> of_round_;  // by barrier and round: see row_of_round()
  std::vector<Row> read_by_relaxed_;       // by thread: takes effect with its next acquire fence
  std::vector<Row> at_release_fence_;      // by thread: what its relaxed writes release
};

}  // namespace mazurka
