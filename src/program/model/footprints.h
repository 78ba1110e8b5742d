// What tasks may still touch, whatever the schedule: an over-approximation.
//
// A footprint depends on where a task stands and on the registers that have a say (relevance.h). It
// is computed once for each such key (abstract_run.h) and then looked up.
//
// Cost: some 50 ns for what is known; to find out something new takes a run over the rest of the
// code of the task and of all that it may create.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/conflict.h"
#include "program/model/abstract_run.h"
#include "program/model/image.h"
#include "program/model/relevance.h"
#include "program/model/state.h"

namespace mazurka::model {

class Footprints {
 public:
  // Limits beyond which less is known, so that time and memory stay bounded.
  static constexpr std::size_t most_accesses = 1 << 16;  // of a footprint; else it is unknown
  // The others take the unknown for all registers or arguments, once there are more of them …
  static constexpr std::size_t most_values = 1 << 12;     // for one place in the code
  static constexpr std::size_t most_creations = 32;       // of one code, for one footprint
  static constexpr std::size_t most_prospects = 1 << 16;  // of created tasks, for the program

  Footprints(const Image& image, const State& state)
      : image_(image), state_(state), places_(image.code.size()) {}

  // See Program::may_touch().
  [[nodiscard]] std::optional<std::span<const Access>> of(TaskId task);

 private:
  using Values = std::vector<std::int64_t>;
  using Footprint = std::vector<Access>;
  struct ValuesHash {
    std::size_t operator()(const Values& values) const noexcept;
  };
  // An instruction that tasks stand before.
  struct Place {
    std::vector<Register> relevant;
    std::unordered_map<Values, const Footprint*, ValuesHash> known;  // null if unknown
    std::optional<const Footprint*> for_any_values;
  };
  // The tasks that have been met while a footprint is computed.
  struct Met {
    std::set<Creation> creations;
    std::vector<std::size_t> per_code;
  };

  [[nodiscard]] Place& place_at(std::uint32_t pc);
  [[nodiscard]] const Footprint* find(const Task& task, Place& place);
  [[nodiscard]] const Footprint* compute(std::uint32_t pc, AbstractRun::Registers registers);
  [[nodiscard]] Prospect run(std::uint32_t pc, AbstractRun::Registers registers);
  void meet(const Prospect& prospect, Met& met, std::vector<Creation>& to_do) const;
  [[nodiscard]] const Prospect& prospect_of(const Creation& creation);
  [[nodiscard]] const Footprint* interned(std::vector<Reach> reaches);
  [[nodiscard]] ObjectId object(AccessKind kind, std::uint32_t number) const;

  const Image& image_;
  const State& state_;
  // Made at the first use: many explorations ask for no footprint.
  std::unique_ptr<const Relevance> relevance_;
  std::vector<bool> targets_;
  std::vector<std::unique_ptr<Place>> places_;  // by instruction
  std::map<Creation, Prospect> prospects_;
  std::set<Footprint> footprints_;
  Values values_;  // scratch
};

}  // namespace mazurka::model
