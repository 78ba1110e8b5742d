// Executions that end early, in a deadlock through handlers, and are contained in another one.
//
//   Problem  A message that waits keeps its handler busy. If it waits for ever, the messages behind
//            it never run. So a maximal execution can be a happens-before prefix of another one, in
//            which they ran before it: m1 { x = 1; } and m2 { await x == 1; } on one handler, m2
//            first. No race leads from the longer one to the shorter, and a redundancy test by
//            contained traces would drop the shorter one.
//   How      Runs events of the present execution in other orders, in which every event keeps its
//            causes. So each event does exactly what it did, and the program need not be run. The
//            search looks for states in which nothing can run, neither an event of the execution
//            nor anything that a task would do instead.
//   Choices  Which message a handler takes next, or in which order messages are posted: whichever
//            the discipline leaves open (start_is_choice(), post_is_choice()). Every other event
//            runs as soon as it can: it stays enabled until it does, and no order is lost.
//   When     Only if a message of the execution can get stuck: it waits for something that needs a
//            message which did not start before it, and, if that is a lock, some task waits while
//            holding it.
//   Cost     A depth-first search with one state, which is changed and restored event by event.
//            States that were visited are not entered again; after most_states of them the search
//            is given up, which is counted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/execution.h"
#include "core/handler_state.h"
#include "core/key_set.h"
#include "core/trace_key.h"
#include "explore/messages/candidate.h"
#include "explore/race/last_operation.h"
#include "program/program.h"

namespace mazurka {

class StuckExecutions {
 public:
  StuckExecutions(const Execution& execution, Program& program)
      : execution_(&execution), program_(&program), handlers_(execution.registry()) {}

  // Appends to `result` every execution that the present one contains, once: candidates without a
  // last step, so that `kept_key` is the key of their trace. `pending` is what waits at the end of
  // the present execution, and `hashes` are those of its events. REQUIRES: the program has not been
  // restarted since.
  void find(std::span<const Pending> pending, std::span<const TraceKey> hashes,
            std::vector<Candidate>& result);

  [[nodiscard]] std::uint64_t searches() const { return searches_; }
  // Returns how many searches were given up. If there are any, executions may be missing.
  [[nodiscard]] std::uint64_t given_up() const { return given_up_; }

 private:
  [[nodiscard]] bool can_get_stuck() const;
  [[nodiscard]] bool waits_for_start(Position position) const;
  [[nodiscard]] bool comes_first(TaskId earlier, TaskId later) const;
  [[nodiscard]] bool is_held_while_waiting(ObjectId lock, std::vector<ObjectId>& asked) const;
  [[nodiscard]] bool may_be_stuck_between(Position since, std::uint32_t release,
                                          std::vector<ObjectId>& asked) const;
  [[nodiscard]] Position next_of(TaskId task) const;
  [[nodiscard]] bool is_done(Position position) const;
  [[nodiscard]] bool is_ready(Position position) const;
  enum class Move : std::uint8_t { none, at_once, decision };
  [[nodiscard]] Move move_of(TaskId task) const;
  void execute(Position position);
  void take_back_to(std::size_t length);
  void run_what_is_no_decision(std::vector<Position>& decisions);
  void visit();
  [[nodiscard]] Candidate candidate() const;
  [[nodiscard]] TraceKey identity() const;
  [[nodiscard]] bool is_end() const;
  [[nodiscard]] bool is_enabled(const Pending& waiting) const;
  [[nodiscard]] bool exists(TaskId task) const;

  static constexpr std::uint64_t most_states = 100'000;

  const Execution* execution_;
  Program* program_;
  std::span<const Pending> pending_;
  std::span<const TraceKey> hashes_;
  std::vector<Candidate>* result_ = nullptr;
  // Where the search stands.
  //
  // Invariant: order_ is closed under happens-before, and can be run. done_, handlers_ and key_
  // follow from it: the number of its events of each task, what the handlers do after it, and the
  // sum of the hashes of its events.
  std::vector<Position> order_;
  std::vector<std::uint32_t> done_;  // by task
  HandlerStates handlers_;
  TraceKey key_;
  KeySet visited_;
  std::uint64_t searches_ = 0;
  std::uint64_t given_up_ = 0;
};

}  // namespace mazurka
