// Weak initials where messages run on handlers, decided in stages, cheap ones first.
//
//   Paper    [EventDpor] "Checking for redundancy" and Appendix A.3.
//   Differs  The last stage is a complete search that runs the program (probe.h) instead of a
//            decision procedure over recorded accesses: it is exact for messages that branch, too.
//   Rule     Only a witness says yes. A wrong yes would lose a trace, a wrong no costs a duplicate.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/conflict.h"
#include "core/registry.h"
#include "core/step.h"
#include "explore/reversal/footprints.h"
#include "explore/reversal/probe.h"
#include "program/program.h"

namespace mazurka {

class MessageInitials {
 public:
  enum Stage : std::uint8_t {
    plain,             // decides nothing for a handler: the test of Optimal-DPOR
    first_of_handler,  // yes: nothing else of its handler comes before
    first_access,      // no: its first access conflicts with what its handler runs later
    probe_yes,
    probe_no,
    unknown,  // the search was given up; counts as no
  };
  static constexpr int stage_count = 6;

  MessageInitials(Program& program, const ConflictTable& table)
      : registry_(&program.registry()), table_(&table), prober_(program, table) {}

  // Can `step` be run after `prefix`, before a sequence that contains `sequence`? If so, and `rest`
  // is not null, *rest becomes what is left to do after it (it may be `sequence` itself).
  // `exactly`: the sequence is a whole execution, nothing else may happen. `second` is what the
  // message that the step starts or posts touches first, if that is known.
  [[nodiscard]] bool holds(std::span<const Choice> prefix, const Step& step,
                           std::span<const Step> sequence, AccessListId second, bool exactly,
                           std::vector<Step>* rest);

  // The same question about a step that was explored at the end of `prefix`, which is one of the
  // execution: more is known of it.
  [[nodiscard]] bool holds_for_explored(std::span<const Choice> prefix, const Step& step,
                                        std::span<const Step> sequence, AccessListId second,
                                        const Footprints& footprints, const Execution& execution);

  // Can `wanted` be run after prefix.step, with what else is needed? The witness is what follows
  // step.
  [[nodiscard]] bool find_witness(std::span<const Choice> prefix, const Step& step,
                                  std::span<const Step> wanted, std::vector<Step>& witness) {
    return prober_.search(prefix, step, wanted, /*exactly=*/false, witness) == Prober::Answer::yes;
  }

  // For mutation tests (Prober::nobody_helps).
  void let_nobody_help(bool nobody_helps) { prober_.nobody_helps = nobody_helps; }

  [[nodiscard]] std::uint64_t decided_by(Stage stage) const { return decided_[stage]; }
  [[nodiscard]] const Prober::Counts& probes() const { return prober_.counts(); }

 private:
  enum class Quick : std::uint8_t { no, yes, probe };
  [[nodiscard]] Quick decide_quickly(const Step& step, std::span<const Step> sequence,
                                     AccessListId second, bool exactly, std::size_t& index);
  [[nodiscard]] bool ask_probe(std::span<const Choice> prefix, const Step& step,
                               std::span<const Step> sequence, bool exactly);
  [[nodiscard]] bool decided(Stage stage, bool answer) {
    ++decided_[stage];
    return answer;
  }
  [[nodiscard]] bool goes_first_anyway(const Step& step, std::span<const Step> sequence,
                                       std::size_t index) const;
  [[nodiscard]] bool is_refuted_by(AccessListId second, const Step& step,
                                   std::span<const Step> sequence, std::size_t index) const;

  const Registry* registry_;
  const ConflictTable* table_;
  Prober prober_;
  std::uint64_t decided_[stage_count] = {};
  std::vector<Step> witness_;
  std::vector<bool> relevant_;
};

}  // namespace mazurka
