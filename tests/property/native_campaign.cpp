#include "property/native_campaign.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files.h"
#include "cli/native_build/process.h"
#include "explore/algorithms.h"
#include "property/seen.h"
#include "property/traverse.h"

namespace mazurka::property {
namespace {

constexpr std::uint64_t most_executions = 1'500;
constexpr std::size_t programs_per_file = 100;

// The number of executions for each kind of ending.
struct Endings {
  std::uint64_t executions = 0;  // complete, or with an error other than a deadlock
  std::uint64_t assumed = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t redundant = 0;
  std::uint64_t distinct = 0;
  bool operator==(const Endings&) const = default;
};

std::string endings_in_words(const Endings& endings) {
  return fmt::format("{} executions, {} blocked, {} deadlocks, {} in vain, {} distinct",
                     endings.executions, endings.assumed, endings.deadlocks, endings.redundant,
                     endings.distinct);
}

// Returns nullopt if there are too many executions.
std::optional<Endings> endings_of_model(const RandomProgram& program) {
  SeeOptions options;
  options.max_executions = most_executions;
  const Seen seen = see(to_source(program), AlgorithmName::event, options);
  if (!seen.complete || !seen.failure.empty()) return std::nullopt;
  Endings endings{.redundant = seen.redundant, .distinct = seen.traces.size()};
  for (const auto& [key, kind] : seen.traces)
    ++(kind == EndingKind::blocked    ? endings.assumed
       : kind == EndingKind::deadlock ? endings.deadlocks
                                      : endings.executions);
  return endings;
}

Shape without_awaits(Shape shape) {
  shape.thread.await = shape.message.await = shape.conditional = 0;
  shape.thread.arrive = shape.message.arrive = 0;
  shape.cancels = 0;
  return shape;
}

// Lets each receive with `after` take every message. Mazurka does not know which messages such a
// receive of a native program could take, so others have more traces than their models.
RandomProgram with_simple_afters(RandomProgram program) {
  for (Task& task : program.tasks)
    for_each_statement(task.body, [](Statement& s) {
      if (s.kind != StatementKind::receive || (s.value & has_after) == 0) return;
      s.value = takes_number | takes_plain | takes_sender | has_after;
      s.operands.clear();
    });
  return program;
}

// Several random programs, compiled into one executable.
class CompiledPrograms {
 public:
  CompiledPrograms(std::span<const CProgram> programs, const NativeCampaign& campaign)
      : campaign_(campaign), file_(folder_.path() + "/programs") {
    const bool is_c = campaign.dialect == Dialect::c;
    const std::string source = file_ + (is_c ? ".c" : ".cpp");
    cli::write_file(source, to_c_source(programs, campaign.dialect));
    std::vector<std::string> words = {campaign.command,
                                      is_c ? "cc" : "c++",
                                      "--compiler=" + campaign.compiler,
                                      is_c ? "-std=gnu11" : "-std=gnu++20",
                                      "-w",
                                      "-g",
                                      source,
                                      "-o",
                                      file_};
    if (!campaign.optimisation.empty()) words.push_back(campaign.optimisation);
    (void)cli::run_child(words);
    is_there_ = cli::exists(file_);
  }

  [[nodiscard]] bool is_there() const { return is_there_; }

  // Sets `complaint` to the output of the command and returns nullopt if it printed no result.
  [[nodiscard]] std::optional<Endings> check(std::size_t number, std::string& complaint) const {
    const std::vector<std::string> words = {
        "timeout",    "1800",         campaign_.command,
        "check",      "--keep-going", "--count-traces",
        "--progress", "off",          "--json",
        "-",          "--schedule",   folder_.path() + "/it.schedule",
        file_,        "--",           std::to_string(number)};
    const std::string output = cli::output_of(words);
    const auto json = nlohmann::json::parse(output, nullptr, false);
    if (json.is_discarded() || !json["bound"].is_null()) {
      complaint = "no result, but: " + output;
      return std::nullopt;
    }
    const auto& blocked = json["blocked"];
    return Endings{json["executions"], blocked["assume"], blocked["deadlock"], blocked["sleep_set"],
                   json["distinct_traces"]};
  }

 private:
  const NativeCampaign& campaign_;
  cli::ScratchFolder folder_;
  std::string file_;
  bool is_there_ = false;
};

// Returns an empty text if the model and the compiled program agree.
std::string difference(const CompiledPrograms& compiled, std::size_t number,
                       const Endings& expected) {
  std::string complaint;
  const auto found = compiled.check(number, complaint);
  if (!found) return complaint;
  if (*found == expected) return {};
  return fmt::format("the model has {}, the compiled program {}", endings_in_words(expected),
                     endings_in_words(*found));
}

struct Candidate {
  std::string_view shape;
  CProgram program;
  Endings expected;
};

// Shrinks the program. Each attempt is compiled, so far fewer are made than for models alone.
RandomProgram smaller(const Candidate& candidate, const NativeCampaign& campaign) {
  const auto still_fails = [&](const RandomProgram& attempt) {
    const auto expected = endings_of_model(attempt);
    if (!expected) return false;
    const CProgram program{attempt, candidate.program.seed};
    const CompiledPrograms compiled({&program, 1}, campaign);
    return compiled.is_there() && !difference(compiled, 0, *expected).empty();
  };
  constexpr std::size_t most_attempts = 200;
  const RandomProgram& program = candidate.program.program;
  return still_fails(program) ? shrink(program, still_fails, most_attempts) : program;
}

std::string explain_native(const Candidate& candidate, const std::string& what,
                           const NativeCampaign& campaign) {
  const CProgram shown{campaign.shrink ? smaller(candidate, campaign) : candidate.program.program,
                       candidate.program.seed};
  return fmt::format("{} --shape {} --seed {} --programs 1: {}\n{}\n{}", campaign.compiler,
                     candidate.shape, candidate.program.seed, what, to_source(shown.program),
                     to_c_source({&shown, 1}, campaign.dialect));
}

void compare_endings(std::span<const Candidate> candidates, const NativeCampaign& campaign,
                     NativeResult& result) {
  std::vector<CProgram> programs;
  for (const Candidate& candidate : candidates) programs.push_back(candidate.program);
  const CompiledPrograms compiled(programs, campaign);
  if (!compiled.is_there()) {
    result.failures.push_back("cannot compile " + to_c_source(programs, campaign.dialect));
    return;
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!campaign.keep_going && !result.failures.empty()) return;
    ++result.programs;
    result.executions += candidates[i].expected.distinct;
    const std::string what = difference(compiled, i, candidates[i].expected);
    if (!what.empty()) result.failures.push_back(explain_native(candidates[i], what, campaign));
  }
}

}  // namespace

NativeResult run_native_campaign(std::span<const NamedShape> shapes,
                                 const NativeCampaign& campaign) {
  NativeResult result;
  std::vector<Candidate> candidates;
  for (std::uint64_t i = 0; i < campaign.programs; ++i)
    for (const NamedShape& shape : shapes) {
      const std::uint64_t seed = campaign.first_seed + i;
      const CProgram program{with_simple_afters(random_program(seed, without_awaits(shape.shape))),
                             seed};
      const auto expected = endings_of_model(program.program);
      if (expected)
        candidates.push_back({shape.name, program, *expected});
      else
        ++result.too_large;
    }
  for (std::size_t i = 0; i < candidates.size(); i += programs_per_file) {
    if (!campaign.keep_going && !result.failures.empty()) break;
    compare_endings(
        std::span(candidates).subspan(i, std::min(programs_per_file, candidates.size() - i)),
        campaign, result);
  }
  return result;
}

}  // namespace mazurka::property
