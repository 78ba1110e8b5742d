// Any text is either refused with a UserError, or is a trace that runs: every randomly chosen
// enabled step must succeed. The line `End of trace!!` ends the trace; the dependences follow it.
// Without this line there is no dependence file.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/user_error.h"
#include "program/presentation.h"
#include "program/recorded/recorded.h"
#include "program/state_view.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using namespace mazurka;

void require(bool holds) {
  if (!holds) std::abort();
}

std::uint64_t run(Program& program, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Pending> pending;
  program.restart();
  while (!program.enabled().empty()) {
    const auto enabled = program.enabled();
    const Event* const event = program.step(enabled[random() % enabled.size()]);
    require(event != nullptr);
    require(!program.presentation().describe(*event).empty() &&
            !program.presentation().describe(event->task).empty());
  }
  program.pending(pending);
  require(pending.empty() == (program.ending().kind == EndingKind::complete));
  return program.state_view().state_fingerprint() ^ program.state_view().mailbox_fingerprint();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const std::string_view all = text;
  constexpr std::string_view end = "End of trace!!\n";
  const std::size_t split = all.find(end);
  const bool is_split = split != std::string_view::npos;
  const std::string_view trace = is_split ? all.substr(0, split) : all;
  const std::string_view dependences = is_split ? all.substr(split + end.size()) : "";
  try {
    const auto program =
        recorded::load({"trace.txt", trace}, {is_split ? "dependence.txt" : "", dependences});
    require(run(*program, 1) == run(*program, 1));
  } catch (const UserError& error) {
    require(!error.message.empty() && !error.where.empty());
  }
  return 0;
}
