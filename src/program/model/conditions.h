// Evaluates the conditions of awaits, with the registers captured when their task reached them.
//
// If the evaluation of a condition fails (an index out of range, a division by 0), the task
// continues into that failure. Therefore such a condition counts as one that holds: an explorer
// that asks whether an await can run must not miss that it can run into an error.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ids.h"
#include "core/registry.h"
#include "program/model/access_lists.h"
#include "program/model/bytecode.h"
#include "program/model/condition_run.h"
#include "program/program.h"

namespace mazurka::model {

class Conditions {
 public:
  using Outcome = ConditionOutcome;

  Conditions(const Image& image, Registry& registry, AccessLists& accesses);

  void restart();

  [[nodiscard]] ConditionId capture(std::uint32_t code, const std::int64_t* registers);
  // Returns the condition that the task is not cancelled, which a thread that can be cancelled
  // waits for before it starts.
  [[nodiscard]] ConditionId not_cancelled(TaskId task);

  [[nodiscard]] Outcome evaluate(ConditionId id, const std::vector<std::int64_t>& values);
  [[nodiscard]] Outcome evaluate(ConditionId id, const Valuation& values);
  // Returns what the last evaluation read.
  [[nodiscard]] AccessListId reads();

  // Returns everything that the condition may read with these registers.
  [[nodiscard]] AccessListId scope(ConditionId id) const { return captured_[id.value].scope; }
  // Returns nothing for not_cancelled().
  [[nodiscard]] std::uint32_t code(ConditionId id) const { return captured_[id.value].code; }

 private:
  struct Captured {
    std::uint32_t code = 0;   // nothing: not_cancelled()
    std::uint32_t first = 0;  // into registers_; of not_cancelled(), the object: the task's flag
    AccessListId scope;
  };
  // The scope of a condition, for the registers of its last use.
  struct KnownScope {
    std::vector<std::int64_t> registers;
    AccessListId list;
  };

  template <class ValueOf>
  Outcome run(std::uint32_t entry, ValueOf value_of, std::int64_t& result);
  template <class ValueOf>
  Outcome evaluate_with(ConditionId id, ValueOf value_of);
  void load_registers(const Captured& captured);
  [[nodiscard]] AccessListId scope_of(const Captured& captured);
  void add_scope(const ScopeItem& item, std::vector<Access>& result);

  const Image& image_;
  Registry& registry_;
  AccessLists& accesses_;
  std::vector<Captured> captured_;       // by condition
  std::vector<std::int64_t> registers_;  // captured
  std::vector<std::int64_t> scratch_;    // registers of the evaluation that runs
  std::vector<std::uint32_t> read_;      // cells
  AccessListId flag_read_;               // exists if the last evaluation was of not_cancelled()
  std::vector<Access> list_;             // scratch of reads()
  std::vector<KnownScope> known_;        // by code
};

}  // namespace mazurka::model
