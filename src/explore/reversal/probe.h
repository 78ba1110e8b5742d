// Runs the program to see whether a step can go first.
//
//   Question  After `prefix`, can `first` be run before a sequence that contains `wanted`? That is:
//             is there an execution prefix.first.w in which all wanted events happen, none of them
//             after an event outside `wanted` (and the prefix)? w is the witness. ([EventDpor]
//             Definition 4.)
//   Search    A wanted event that decides nothing for a handler goes as soon as it can: it commutes
//             with all else that may run before it. An event outside `wanted` may only run if it
//             conflicts with no wanted event that is still to come. What is left to search are the
//             orders of such events, and of the decisions of handlers (starts; for fifo posts).
//   Proof     of "no": the whole space was searched; or the one run that was tried met no decision
//             and no conflict between events outside `wanted`, so that all orders are alike; or the
//             message that has to end first comes to an event that conflicts with what can only
//             happen after its end, and nobody else may write what it has read so far
//             (Program::may_touch).
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "core/conflict.h"
#include "core/trace_key.h"
#include "explore/reversal/wanted_events.h"
#include "program/program.h"

namespace mazurka {

class Prober {
 public:
  enum class Answer : std::uint8_t { yes, no, unknown };

  struct Counts {
    std::uint64_t probes = 0;  // questions
    std::uint64_t runs = 0;    // times that the program was started
    std::uint64_t events = 0;  // executed in them
  };

  Prober(Program& program, const ConflictTable& table)
      : program_(&program), table_(&table), wanted_(program.registry(), table) {}

  // If set, only these tasks (by id) may do events outside `wanted`: others have no influence.
  const std::vector<bool>* relevant = nullptr;
  // For mutation tests: fall into trap 4, only the message itself may.
  bool nobody_helps = false;

  // On yes, `witness` gets the steps after `first`. `exactly`: no event outside `wanted` may
  // happen.
  [[nodiscard]] Answer search(std::span<const Choice> prefix, const Step& first,
                              std::span<const Step> wanted, bool exactly,
                              std::vector<Step>& witness);

  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  struct Move {
    Choice choice;
    WantedEvents::Index wanted = outside;
    static constexpr WantedEvents::Index outside = WantedEvents::none;
  };

  void go_to(std::size_t length);
  bool take(const Move& move);
  void run_wanted();
  void collect_moves(std::vector<Move>& moves);
  [[nodiscard]] bool is_relevant(TaskId task) const;
  [[nodiscard]] int priority(const Move& move) const;
  void collect_others();
  void note_influence(const Event& event);
  [[nodiscard]] bool is_in_its_own_way();
  [[nodiscard]] bool visit();
  [[nodiscard]] bool all_orders_are_alike();
  [[nodiscard]] bool decides(const Step& step) const;
  [[nodiscard]] TraceKey state();

  static constexpr std::uint64_t most_visits = 3000;

  Program* program_;
  const ConflictTable* table_;
  std::span<const Choice> prefix_;
  Step first_;
  TaskId favourite_;  // the message that has to run to its end
  WantedEvents wanted_;
  bool exactly_ = false;
  std::vector<Event> path_;                 // after first
  std::vector<std::uint32_t> path_wanted_;  // Move::wanted of each
  std::vector<Event> before_;               // prefix and first, as executed
  std::vector<Pending> pending_;
  std::unordered_set<TraceKey> visited_;
  std::uint64_t visits_ = 0;
  std::vector<std::span<const Access>> others_;  // what others may touch while the message runs
  bool others_unknown_ = false;
  bool influenced_ = false;  // the message has read what others may write
  bool went_back_ = false;   // the search is past its first run
  bool stopped_ = false;     // nothing more to find: proved, or out of budget
  bool proved_no_ = false;
  Counts counts_;
};

// Does this step decide in which order a handler runs its messages? Starts of a multiset handler
// do, and posts to a fifo handler.
[[nodiscard]] bool decides_for_handler(const Step& step, const Registry& registry);

}  // namespace mazurka
