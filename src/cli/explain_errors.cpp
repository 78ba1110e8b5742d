#include "cli/explain_errors.h"

#include <algorithm>
#include <optional>

#include "explore/counterexample/caller_locations.h"
#include "explore/counterexample/shorten/shorten.h"
#include "program/presentation.h"

namespace mazurka::cli {

namespace {

class Hurry {
 public:
  explicit Hurry(Program& program) : program_(program.presentation()) { program_.hurry(true); }
  ~Hurry() { program_.hurry(false); }
  Hurry(const Hurry&) = delete;
  Hurry& operator=(const Hurry&) = delete;

 private:
  Presentation& program_;
};

}  // namespace

bool takes_a_while_to_explain(const Summary& summary) {
  constexpr double seconds = 1;
  constexpr std::size_t steps = 100'000;
  return std::ranges::any_of(summary.errors, [&](const Counterexample& error) {
    return summary.seconds > seconds || error.choices.size() > steps;
  });
}

// The searches take time: of many errors, some are enough.
void shorten_errors(Summary& summary, Program& program, const std::atomic<bool>& stop,
                    const std::function<void(std::size_t)>& improved) {
  constexpr std::size_t most = 10;
  const Hurry hurry(program);
  const ShortenOptions options{.interrupted = &stop};
  for (std::size_t i = 0; i < std::min(most, summary.errors.size()) && !stop; ++i) {
    shorten(summary.errors[i], program, options);
    improved(i);
  }
}

// A computation that was found to have no end is not waited for once more. Others are: they may
// just take long.
void locate_errors(Summary& summary, Program& program,
                   const std::function<void(std::size_t)>& improved) {
  const bool is_endless = std::ranges::any_of(summary.errors, [](const Counterexample& error) {
    return error.finding.kind == FindingKind::livelock;
  });
  std::optional<Hurry> hurry;
  if (is_endless) hurry.emplace(program);
  show_caller_locations(summary.errors, program, improved);
}

}  // namespace mazurka::cli
