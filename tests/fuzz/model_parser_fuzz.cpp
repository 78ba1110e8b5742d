// Any text is either refused with a UserError, or is a model that runs: every randomly chosen
// enabled step must succeed, and every query about it must return an answer.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/user_error.h"
#include "program/model/model.h"
#include "program/presentation.h"
#include "program/state_view.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using namespace mazurka;

class Zero : public Valuation {
 public:
  [[nodiscard]] std::int64_t value_of(ObjectId /*variable*/) const override { return 0; }
};

// Local loops are slow, so a model is allowed only this many steps.
constexpr int longest = 300;

void require(bool holds) {
  if (!holds) std::abort();
}

void look_at_pending(Program& program) {
  std::vector<Pending> pending;
  program.pending(pending);
  for (const Pending& each : pending) {
    require(!program.presentation().describe(each).empty());
    if (!each.condition.exists()) continue;
    AccessListId reads;
    static_cast<void>(program.holds(each.condition, Zero(), reads));
    static_cast<void>(program.scope_of(each.condition));
  }
}

std::uint64_t run(Program& program, unsigned seed) {
  std::mt19937 random(seed);
  program.restart();
  for (int steps = 0; steps < longest && !program.enabled().empty(); ++steps) {
    const auto enabled = program.enabled();
    const Event* const event = program.step(enabled[random() % enabled.size()]);
    require(event != nullptr);
    require(!program.presentation().describe(*event).empty() &&
            !program.presentation().describe(event->task).empty());
    if (steps % 16 == 0) look_at_pending(program);
  }
  look_at_pending(program);
  require(program.ending().failures.empty() == (program.ending().kind != EndingKind::error));
  return program.state_view().state_fingerprint() ^ program.state_view().mailbox_fingerprint();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    const auto program = model::load(text, "fuzz.mzk");
    require(run(*program, 1) == run(*program, 1));
  } catch (const UserError& error) {
    require(!error.message.empty());
  }
  return 0;
}
