// Makes a reversal longer than its last step.
//
//   Why    Messages that had to go because their handler is taken can often run after e', when the
//          message that takes it has ended. What they do then tells the new execution apart from
//          others: without it, the sequence may be contained in a trace that differs just there, be
//          dropped as redundant, and lead back to what was meant only when it is too late.
//          (Not in [EventDpor]; tests/litmus/models/run_on_after_reversal.mzk needs it.)
//   How    Runs the program: the unfinished messages in the way to their ends, then what was left
//          out, as far as it is not disturbed by that.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/conflict.h"
#include "core/registry.h"
#include "core/step.h"
#include "program/program.h"

namespace mazurka {

// What some steps, added one by one, hold up: whatever depends on one of them.
class HeldUp {
 public:
  explicit HeldUp(const Registry& registry, const ConflictTable& table)
      : registry_(&registry), table_(&table) {}
  void clear();
  void add(const Step& step);
  [[nodiscard]] bool depends(const Step& step) const;

 private:
  const Registry* registry_;
  const ConflictTable* table_;
  std::vector<bool> tasks_;   // they have a step here, or are created by one
  std::vector<bool> reads_;   // by object
  std::vector<bool> writes_;  // by object: accesses that are no reads
};

class RunOn {
 public:
  RunOn(Program& program, const ConflictTable& table)
      : program_(&program), table_(&table), held_up_(program.registry(), table) {}

  // Appends to `steps` what can be run on after prefix.steps so that some of `left_out` happens, in
  // the order given. Returns whether something of it touches an object.
  bool extend(std::span<const Choice> prefix, std::vector<Step>& steps,
              std::vector<Step>& left_out);

  [[nodiscard]] std::uint64_t runs() const { return runs_; }
  [[nodiscard]] std::uint64_t events() const { return events_; }

 private:
  void give_up_what_conflicts(const Step& step, std::vector<Step>& left_out);
  [[nodiscard]] bool run_left_out(std::vector<Step>& steps, std::vector<Step>& left_out);
  [[nodiscard]] bool run_message_in_the_way(std::vector<Step>& steps, std::vector<Step>& left_out);

  Program* program_;
  const ConflictTable* table_;
  HeldUp held_up_;
  std::vector<Pending> pending_;
  bool tells_apart_ = false;
  std::uint64_t runs_ = 0;
  std::uint64_t events_ = 0;
};

}  // namespace mazurka
