// The guarantees of EM-DPOR: it need not visit every trace, but every assertion that fails in some
// execution fails in one that it visits, and it reports every deadlock cycle.
//
// As in the paper, the programs here release a lock in the message that took it, and tasks wait
// only for locks.
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "check/finding.h"
#include "core/user_error.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"
#include "property/random_program.h"

namespace mazurka::property {
namespace {

[[nodiscard]] Shape em_shape() {
  return {.threads = {2, 3},
          .messages = {2, 4},
          .thread_statements = {0, 2},
          .message_statements = {1, 2},
          .thread = {.read = 2, .write = 3, .section = 2, .assertion = 2},
          .message = {.read = 2, .write = 3, .section = 2, .assertion = 2},
          .variables = {1, 2},
          .arrays = 0,
          .locks = {1, 2},
          .handlers = {1, 2},
          .fifo = 100,
          .nested_locks = 30,
          .created_by_tasks = 30,
          .max_events = 16};
}

// EM-DPOR does not promise to find deadlocks without a cycle, such as waiting for a thread
// that stopped at an assertion.
[[nodiscard]] bool is_promised(const Finding& finding) {
  if (finding.kind == FindingKind::assertion) return true;
  return finding.kind == FindingKind::deadlock && finding.places.size() > 1;
}

struct Found {
  std::set<std::string> errors;
  std::uint64_t executions = 0;
  bool complete = false;
};

[[nodiscard]] Found find(const std::string& source, AlgorithmName name,
                         const AlgorithmOptions& options = {}) {
  const auto program = model::load(source, "random.mzk");
  const auto algorithm = make_algorithm(name, options);
  const Summary summary =
      explore(*program, *algorithm, {.keep_going = true, .max_executions = 20'000});
  Found result{.executions = summary.executions, .complete = summary.bound == Bound::none};
  for (const Counterexample& error : summary.errors)
    if (is_promised(error.finding)) result.errors.insert(error.finding.identity());
  return result;
}

// Returns one variant of the program for each assertion, with all others removed, and one without
// assertions. A message whose assertion fails keeps its handler busy, which the paper does not
// model; with several assertions, one failure would therefore hide others.
[[nodiscard]] std::vector<std::string> with_one_assertion(const std::string& source) {
  std::vector<std::string> lines;
  std::istringstream in(source);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  const auto is_assertion = [&](std::size_t i) {
    return lines[i].find("assert ") != std::string::npos;
  };
  std::vector<std::string> result;
  for (std::size_t kept = 0; kept <= lines.size(); ++kept) {
    if (kept < lines.size() && !is_assertion(kept)) continue;
    std::string& text = result.emplace_back();
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (i == kept || !is_assertion(i)) text += lines[i] + "\n";
  }
  return result;
}

// Returns whether a task acquires a lock that it already holds. Such a task waits for itself, and
// if it is a message, its handler stays busy forever. Locks in the paper are re-entrant.
[[nodiscard]] bool waits_for_itself(const std::string& source) {
  std::istringstream in(source);
  std::set<std::string> held;
  for (std::string line; std::getline(in, line);) {
    const std::size_t open = line.find("lock(");
    if (line.starts_with("thread") || line.starts_with("message")) held.clear();
    if (open == std::string::npos) continue;
    const std::string lock = line.substr(open);
    if (line.find("unlock(") != std::string::npos) {
      held.erase(lock);
    } else if (!held.insert(lock).second) {
      return true;
    }
  }
  return false;
}

// Returns options with the published free choices and with others: the guarantees do not depend on
// them.
[[nodiscard]] std::vector<AlgorithmOptions> ways_to_choose(std::uint64_t seed) {
  using Choices = EmDporChoices;
  return {{},
          {.em = {.first = Choices::First::same_thread,
                  .next = Choices::Next::oldest,
                  .target = Choices::Target::own}},
          {.order_seed = seed}};
}

[[nodiscard]] std::uint64_t programs() {
  const char* const wanted = std::getenv("MAZURKA_PROPERTY_PROGRAMS");
  return wanted == nullptr ? 300 : std::strtoull(wanted, nullptr, 10);
}

void expect_to_reach_all_errors(const Shape& shape, std::uint64_t programs) {
  std::size_t decided = 0;
  std::size_t errors = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed)
    for (const std::string& source : with_one_assertion(to_source(random_program(seed, shape)))) {
      if (waits_for_itself(source)) continue;
      const Found expected = find(source, AlgorithmName::naive);
      if (!expected.complete) continue;
      errors += expected.errors.size();
      for (const AlgorithmOptions& options : ways_to_choose(seed)) {
        const Found found = find(source, AlgorithmName::em, options);
        if (!found.complete) continue;
        ++decided;
        for (const std::string& error : expected.errors)
          EXPECT_TRUE(found.errors.contains(error)) << "seed " << seed << ": " << error << "\n"
                                                    << source;
      }
    }
  if (programs >= 100) {
    EXPECT_GT(errors, programs / 10);  // else there was nothing to find
  }
  fmt::print(
      "{} programs with one assertion or none in each of 3 ways: {} explorations decided, "
      "{} errors in all\n",
      programs, decided, errors);
}

TEST(EmDpor, ReachesEveryFailingAssertionAndEveryDeadlockCycle) {
  expect_to_reach_all_errors(em_shape(), programs());
}

TEST(EmDpor, ReachesAllErrorsOfProgramsWithDelayedPosts) {
  Shape shape = em_shape();
  shape.delayed = 50;
  expect_to_reach_all_errors(shape, programs() / 2);
}

TEST(EmDpor, RefusesMultisetHandlers) {
  EXPECT_THROW((void)find("handler h; message m {} thread t { post m to h; }", AlgorithmName::em),
               UserError);
}

}  // namespace
}  // namespace mazurka::property
