#include "property/published_campaign.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/hash.h"
#include "core/invariant.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"
#include "property/event_bound.h"
#include "property/seen.h"

namespace mazurka::property {
namespace {

constexpr std::uint64_t most_traces_of_brute_force = 2'000;

// Watches executions for messages that do not always do the same. (Section 6: only messages whose
// handler also runs other messages count.)
class BranchWatch {
 public:
  void look_at(const Execution& execution) {
    std::map<TaskId, std::vector<std::uint32_t>> accesses;
    for (const Event& event : execution.events()) {
      const HandlerId handler = execution.registry().handler_of(event.task);
      if (!handler.exists()) continue;
      std::vector<std::uint32_t>& of_message = accesses[event.task];
      if (is_variable_access(event.operation)) of_message.push_back(event.accesses.value);
      messages_[handler].insert(event.task);
    }
    for (auto& [message, list] : accesses) seen_[message].insert(std::move(list));
  }

  [[nodiscard]] bool is_non_branching() const {
    for (const auto& [handler, messages] : messages_)
      for (const TaskId message : messages)
        if (messages.size() > 1 && seen_.at(message).size() > 1) return false;
    return true;
  }

 private:
  std::map<HandlerId, std::set<TaskId>> messages_;
  std::map<TaskId, std::set<std::vector<std::uint32_t>>> seen_;
};

struct BruteForceTraces {
  bool is_complete = false;
  bool is_non_branching = true;
  std::set<TraceKey> traces;
};

BruteForceTraces brute_force(const std::string& source) {
  BruteForceTraces result;
  BranchWatch watch;
  bool ends_well = true;
  const auto program = model::load(source, "random.mzk");
  ExploreOptions options;
  options.keep_going = true;
  options.max_executions = most_traces_of_brute_force;
  options.conflicts = ConflictTable::of_papers();
  options.on_execution = [&](const Execution& execution, const Ending& ending) {
    watch.look_at(execution);
    ends_well =
        ends_well && ending.kind != EndingKind::error && ending.kind != EndingKind::deadlock;
    result.traces.insert(key_of(execution));
  };
  const Summary summary = explore(*program, *make_algorithm(AlgorithmName::naive, {}), options);
  result.is_complete = summary.bound == Bound::none && ends_well;
  result.is_non_branching = watch.is_non_branching();
  return result;
}

std::uint64_t order_seed_of(std::uint64_t seed, int order) {
  return order == 0 ? 0 : mix(seed, static_cast<std::uint64_t>(order)) | 1u;
}

enum class Flaw : std::uint8_t { misses, repeats };

bool has(const PublishedOutcome& outcome, Flaw flaw) {
  if (!outcome.decided || !outcome.failure.empty()) return false;
  if (flaw == Flaw::misses) return outcome.missed > 0;
  return outcome.is_non_branching && outcome.repeated > 0;
}

Witness shrunk_witness(const RandomProgram& program, std::uint64_t seed, std::uint64_t order_seed,
                       Flaw flaw, const EventPaperOptions& paper) {
  const auto still_fails = [&](const RandomProgram& candidate) {
    return has(run_published(to_source(candidate), order_seed, paper), flaw);
  };
  const RandomProgram smaller = shrink(program, still_fails);
  Witness witness;
  witness.seed = seed;
  witness.order_seed = order_seed;
  witness.source = to_source(smaller);
  witness.events = static_cast<std::uint64_t>(event_bound(smaller));
  witness.outcome = run_published(witness.source, order_seed, paper);
  return witness;
}

void add_witness(std::vector<Witness>& witnesses, Witness witness) {
  for (const Witness& known : witnesses)
    if (known.source == witness.source) return;
  witnesses.push_back(std::move(witness));
  std::ranges::stable_sort(witnesses, {}, [](const Witness& each) {
    return std::pair(each.events, each.source.size());
  });
}

Shape multiset_shape(std::string_view name) {
  for (const NamedShape& shape : shapes())
    if (shape.name == name) return shape.shape;
  return {};
}

Shape multiset_updates() {
  Shape shape = multiset_shape("multiset");
  shape.message = {.read = 2, .write = 2, .update = 4};
  shape.thread = {.read = 1, .write = 2, .update = 2};
  shape.max_events = 20;
  return shape;
}

Shape multiset_joins() {
  Shape shape = multiset_shape("multiset");
  shape.spawned = {1, 2};
  shape.joins = 70;
  shape.messages = {2, 4};
  shape.message = {.branch = 1};
  shape.messages_spawn = true;
  return shape;
}

Shape multiset_assumes() {
  Shape shape = multiset_shape("multiset_branching");
  shape.message = {.update = 1, .branch = 3, .assume = 2};
  shape.thread = {.branch = 1, .assume = 1};
  shape.max_events = 22;
  return shape;
}

}  // namespace

std::span<const NamedShape> published_shapes() {
  static const std::vector<NamedShape> table = [] {
    std::vector<NamedShape> result;
    for (const char* name :
         {"threads", "branches", "updates", "assumes", "joins", "multiset", "multiset_branching"})
      result.push_back({name, multiset_shape(name)});
    result.push_back({"multiset_updates", multiset_updates()});
    result.push_back({"multiset_joins", multiset_joins()});
    result.push_back({"multiset_assumes", multiset_assumes()});
    return result;
  }();
  return table;
}

PublishedOutcome run_published(const std::string& source, std::uint64_t order_seed,
                               const EventPaperOptions& paper) {
  PublishedOutcome outcome;
  const BruteForceTraces expected = brute_force(source);
  outcome.decided = expected.is_complete;
  outcome.traces = expected.traces.size();
  outcome.is_non_branching = expected.is_non_branching;
  if (!outcome.decided) return outcome;
  std::set<TraceKey> found;
  std::uint64_t executions = 0;
  ExploreOptions explore_options;
  explore_options.keep_going = true;
  explore_options.max_executions = 10 * expected.traces.size() + 100;
  explore_options.on_execution = [&](const Execution& execution, const Ending&) {
    ++executions;
    found.insert(key_of(execution));
  };
  const auto program = model::load(source, "random.mzk");
  try {
    const Summary summary =
        explore(*program,
                *make_algorithm(AlgorithmName::event_paper,
                                {.order_seed = order_seed, .event_paper = paper}),
                explore_options);
    outcome.redundant = summary.sleep_set_blocked;
    outcome.was_stopped = summary.bound == Bound::executions;
  } catch (const InvariantError& error) {
    outcome.failure = error.what();
  }
  std::uint64_t known = 0;
  for (const TraceKey& key : found) known += expected.traces.contains(key) ? 1u : 0u;
  if (known != found.size()) outcome.failure = "has traces that brute force has not";
  outcome.missed = outcome.was_stopped ? 0 : expected.traces.size() - known;
  outcome.repeated = executions - found.size();
  return outcome;
}

PublishedCount run_published_campaign(const NamedShape& shape, const PublishedCampaign& campaign) {
  PublishedCount count;
  int shrunk_missing = 0;
  int shrunk_repeating = 0;
  for (std::uint64_t i = 0; i < campaign.programs; ++i) {
    const std::uint64_t seed = campaign.first_seed + i;
    const RandomProgram program = random_program(seed, shape.shape);
    const std::string source = to_source(program);
    ++count.programs;
    bool misses = false;
    bool repeats = false;
    PublishedOutcome outcome;
    for (int order = 0; order < campaign.orders && !misses && !repeats; ++order) {
      const std::uint64_t order_seed = order_seed_of(seed, order);
      outcome = run_published(source, order_seed, campaign.paper);
      if (!outcome.decided) break;
      if (!outcome.failure.empty()) {
        count.failure =
            fmt::format("seed {}, order {}: {}\n{}", seed, order_seed, outcome.failure, source);
        return count;
      }
      misses = outcome.missed > 0;
      repeats = outcome.repeated > 0;
      if (has(outcome, Flaw::misses) && shrunk_missing++ < campaign.shrunk)
        add_witness(count.missing,
                    shrunk_witness(program, seed, order_seed, Flaw::misses, campaign.paper));
      if (has(outcome, Flaw::repeats) && shrunk_repeating++ < campaign.shrunk)
        add_witness(count.repeating,
                    shrunk_witness(program, seed, order_seed, Flaw::repeats, campaign.paper));
    }
    if (!outcome.decided) {
      ++count.undecided;
      continue;
    }
    count.traces += outcome.traces;
    count.missed += outcome.missed;
    count.missing_programs += misses ? 1 : 0;
    count.stopped += outcome.was_stopped ? 1 : 0;
    count.non_branching += outcome.is_non_branching ? 1 : 0;
    count.repeating_programs += repeats && outcome.is_non_branching ? 1 : 0;
    count.repeating_branching += repeats && !outcome.is_non_branching ? 1 : 0;
  }
  return count;
}

}  // namespace mazurka::property
