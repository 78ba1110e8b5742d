// Can a message be stuck for ever?
//
// Runs the program on from a prefix, never letting the message go on, and looks for an execution
// that ends with it still waiting. All orders of the other tasks are tried, merged by trace, within
// a budget: the answer "no" may be wrong if it runs out, and is then counted as undecided.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "core/conflict.h"
#include "core/trace_key.h"
#include "program/program.h"

namespace mazurka {

class StuckSearch {
 public:
  StuckSearch(Program& program, const ConflictTable& table) : program_(&program), table_(&table) {}

  // REQUIRES: `steps` can be run after `prefix`. On success `steps` is a whole execution.
  [[nodiscard]] bool extend(std::span<const Choice> prefix, std::vector<Step>& steps, TaskId stuck);

  // Runs on from prefix.steps to some end, and makes `steps` the whole of it.
  [[nodiscard]] bool run_to_end(std::span<const Choice> prefix, std::vector<Step>& steps);

  // Of the execution that was found last.
  [[nodiscard]] TraceKey key() const { return key_; }

  [[nodiscard]] std::uint64_t searches() const { return searches_; }
  [[nodiscard]] std::uint64_t undecided() const { return undecided_; }
  [[nodiscard]] std::uint64_t events() const { return events_; }

 private:
  void go_to(std::size_t length);
  [[nodiscard]] bool is_stuck();
  [[nodiscard]] bool visit();
  [[nodiscard]] TraceKey trace() const;

  static constexpr std::uint64_t most_visits = 2000;

  Program* program_;
  const ConflictTable* table_;
  std::span<const Choice> prefix_;
  std::vector<Event> before_;
  std::vector<Event> path_;
  TaskId stuck_;
  std::vector<Pending> pending_;
  std::unordered_set<TraceKey> visited_;
  std::uint64_t visits_ = 0;
  TraceKey key_;
  std::uint64_t searches_ = 0;
  std::uint64_t undecided_ = 0;
  std::uint64_t events_ = 0;
};

}  // namespace mazurka
