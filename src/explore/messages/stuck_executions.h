// Executions that end early, in a deadlock through handlers, and are contained in another one.
//
//   Trap 5   A message that waits keeps its handler busy. If it waits for ever, the messages behind
//            it never run. So a maximal execution can be a happens-before prefix of another one, in
//            which they ran before it: m1 { x = 1; } and m2 { await x == 1; } on one handler, m2
//            first. No race leads from the longer one to the shorter.
//   How      Runs events of the present execution in other orders, in which every event keeps its
//            causes (so they happen exactly as they did), and looks for ends where really nothing
//            can go on. Which message a handler takes next (fifo: in which order messages are
//            posted) is what there is to decide; all else goes as soon as it can, since it stays
//            enabled until it does. The program is not run: what happens is known.
//   When     Only if a message of the execution can get stuck: it waits for something that needs a
//            message which did not start before it, and, if that is a lock, somebody waits while
//            holding it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/execution.h"
#include "core/key_set.h"
#include "core/trace_key.h"
#include "explore/messages/candidate.h"
#include "explore/race/last_operation.h"
#include "program/program.h"

namespace mazurka {

class StuckExecutions {
 public:
  StuckExecutions(const Execution& execution, Program& program)
      : execution_(&execution), program_(&program) {}

  // Appends the executions that end early: candidates without a last step, so that `kept_key` is
  // the key of their trace. `pending`: what waits at the end of the execution; `hashes`: those of
  // its events. REQUIRES: the program has not been restarted since.
  void find(std::span<const Pending> pending, std::span<const TraceKey> hashes,
            std::vector<Candidate>& result);

  [[nodiscard]] std::uint64_t searches() const { return searches_; }
  // Searches that were given up: executions may be missing.
  [[nodiscard]] std::uint64_t given_up() const { return given_up_; }

 private:
  struct State {
    std::vector<std::uint32_t> done;           // events of each task
    std::vector<TaskId> running;               // by handler
    std::vector<std::vector<TaskId>> mailbox;  // by handler; fifo only
    std::vector<Position> order;               // all events so far
    TraceKey key;                              // of them
  };
  class DoneEvents;

  [[nodiscard]] bool can_get_stuck() const;
  [[nodiscard]] bool waits_for_start(Position position) const;
  [[nodiscard]] bool comes_first(TaskId earlier, TaskId later) const;
  [[nodiscard]] bool is_held_while_waiting(ObjectId lock, std::vector<ObjectId>& asked) const;
  [[nodiscard]] bool may_be_stuck_between(Position since, std::uint32_t release,
                                          std::vector<ObjectId>& asked) const;
  [[nodiscard]] Position next_of(const State& state, TaskId task) const;
  [[nodiscard]] bool is_ready(const State& state, Position position) const;
  enum class Move : std::uint8_t { none, at_once, decision };
  [[nodiscard]] Move move_of(const State& state, TaskId task) const;
  void execute(State& state, Position position) const;
  void visit(State state);
  [[nodiscard]] Candidate candidate_of(const State& state) const;
  [[nodiscard]] TraceKey identity(const State& state) const;
  [[nodiscard]] bool is_end(const State& state) const;
  [[nodiscard]] bool is_enabled(const State& state, const Pending& waiting) const;

  static constexpr std::uint64_t most_states = 100'000;

  const Execution* execution_;
  Program* program_;
  std::span<const Pending> pending_;
  std::span<const TraceKey> hashes_;
  std::vector<Candidate>* result_ = nullptr;
  KeySet visited_;
  std::uint64_t searches_ = 0;
  std::uint64_t given_up_ = 0;
};

}  // namespace mazurka
