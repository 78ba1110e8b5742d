#include "cli/merged_results.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "cli/explain_errors.h"
#include "explore/explorer.h"

namespace mazurka::cli {

namespace {

bool is_smaller(const Counterexample& a, const Counterexample& b) {
  const std::size_t steps_of_a = a.schedule.steps.size();
  const std::size_t steps_of_b = b.schedule.steps.size();
  return std::tie(steps_of_a, a.order) < std::tie(steps_of_b, b.order);
}

// Adds the places of another report of the same data race.
void add_places(Counterexample& error, const Counterexample& other) {
  const auto sorted = [](std::vector<std::string> places) {
    std::ranges::sort(places);
    return places;
  };
  const auto main_places = [&](const Counterexample& shown) {
    std::vector<std::string> places;
    for (const Position position : shown.finding.events)
      places.push_back(shown.events[position].place);
    return sorted(std::move(places));
  };
  std::set<std::vector<std::string>> known = {main_places(error)};
  for (const OtherPlace& place : error.others) known.insert(sorted(place.places));
  if (error.finding.kind == FindingKind::data_race && known.insert(main_places(other)).second)
    error.others.push_back({.places = main_places(other)});
  for (const OtherPlace& place : other.others)
    if (known.insert(sorted(place.places)).second) error.others.push_back(place);
  std::erase_if(error.others, [own = main_places(error), &sorted](const OtherPlace& place) {
    return sorted(place.places) == own;
  });
  error.others_left_out = std::max(error.others_left_out, other.others_left_out);
  if (error.others.size() > Counterexample::most_others) {
    error.others_left_out += error.others.size() - Counterexample::most_others;
    error.others.resize(Counterexample::most_others);
  }
}

template <class Value>
void add_new(std::vector<Value>& to, const std::vector<Value>& from) {
  for (const Value& value : from)
    if (std::ranges::find(to, value) == to.end()) to.push_back(value);
}

// The numbers in these entries are those of one worker.
bool is_counted_again(const NotCovered& entry) {
  return entry.kind == NotCoveredKind::loop_cut || entry.kind == NotCoveredKind::call_cut ||
         entry.kind == NotCoveredKind::fairness;
}

void add_statistics(Summary& summary, const Summary& of_worker) {
  for (const auto& [name, count] : of_worker.statistics) {
    const auto known =
        std::ranges::find(summary.statistics, name, &std::pair<std::string, std::uint64_t>::first);
    if (known == summary.statistics.end())
      summary.statistics.emplace_back(name, count);
    else
      known->second += count;
  }
}

void add_worker(Summary& summary, const ChildResult& child) {
  add_new(summary.warnings, child.warnings);
  summary.peak_memory_kib += child.peak_memory_kib;
  if (!child.summary) return;
  const Summary& worker = *child.summary;
  if (summary.too_deep_at.empty()) summary.too_deep_at = worker.too_deep_at;
  if (summary.cut_by_fairness_at.empty()) summary.cut_by_fairness_at = worker.cut_by_fairness_at;
  add_new(summary.notes, worker.notes);
  add_new(summary.warnings, worker.warnings);
  for (const NotCovered& entry : worker.not_covered)
    if (!is_counted_again(entry)) add_new(summary.not_covered, {entry});
  add_statistics(summary, worker);
  summary.stopped_at_error |= worker.stopped_at_error;
  if (!worker.algorithm.empty()) summary.algorithm = worker.algorithm;
  const bool is_of_program = worker.bound == Bound::steps || worker.bound == Bound::search;
  if (is_of_program) summary.bound = worker.bound;
}

// Returns what a worker knew about the program, without the numbers of tasks: a worker may not have
// met all of them.
std::vector<std::string> knowledge_without_tasks(const ChildResult& child) {
  std::vector<std::string> result = child.knowledge;
  std::erase_if(result, [](const std::string& line) { return line.starts_with("task "); });
  return result;
}

// Returns whether all workers knew the same. Ids of objects depend on it, and keys of traces on
// ids.
bool know_the_same(const std::vector<ChildResult>& children) {
  std::optional<std::vector<std::string>> known;
  for (const ChildResult& child : children) {
    if (child.knowledge.empty()) continue;
    std::vector<std::string> knowledge = knowledge_without_tasks(child);
    if (known && *known != knowledge) return false;
    known = std::move(knowledge);
  }
  return true;
}

}  // namespace

std::vector<Counterexample> merged_errors(const std::vector<ChildResult>& children) {
  std::map<std::string, Counterexample> smallest;
  for (const ChildResult& child : children)
    for (const Counterexample& error : child.errors) {
      const auto [known, is_new] = smallest.try_emplace(error.identity, error);
      if (is_new) continue;
      Counterexample other = error;
      if (is_smaller(other, known->second)) std::swap(other, known->second);
      add_places(known->second, other);
    }
  std::vector<Counterexample> result;
  for (auto& [identity, error] : smallest) result.push_back(std::move(error));
  std::ranges::sort(result, comes_first);
  return result;
}

Summary merged_summary(const WorkersResult& result) {
  Summary summary;
  summary.algorithm = "event";
  for (const ChildResult& child : result.children) add_worker(summary, child);
  result.counts.give(summary);
  list_cut_executions(summary);
  summary.seconds = result.seconds;
  if (!result.storage_problem.empty()) summary.warnings.push_back(result.storage_problem);
  if (summary.bound == Bound::none && result.end == WorkersResult::End::stopped) {
    summary.bound = result.reached_max_executions ? Bound::executions : bound_of(result.reason);
    if (summary.bound == Bound::none && !summary.stopped_at_error) summary.bound = Bound::killed;
  }
  if (summary.bound == Bound::none && result.left > 0 && !summary.stopped_at_error)
    summary.bound = Bound::killed;
  const auto is_sample = [](const ChildResult& child) {
    return child.summary && child.summary->bound == Bound::sample;
  };
  if (summary.bound == Bound::none && std::ranges::any_of(result.children, is_sample))
    summary.bound = Bound::sample;
  if (!know_the_same(result.children)) {
    summary.bound = Bound::killed;
    summary.warnings.emplace_back(
        "internal error: exploring processes knew different things about the program, so their "
        "results do not fit together");
  }
  if (summary.bound == Bound::none && summary.too_deep > 0) summary.bound = Bound::depth;
  if (summary.bound == Bound::none && summary.cut > 0) summary.bound = Bound::unroll;
  if (summary.bound == Bound::none && result.gave_up_search) summary.bound = Bound::search;
  if (summary.bound != Bound::none && result.estimate) {
    // Workers that were told to stop have committed once more since.
    const auto explored = static_cast<double>(summary.maximal_executions());
    summary.estimate = {.executions = std::max(result.estimate->executions, explored),
                        .least = std::max(result.estimate->least, explored)};
  }
  if (result.replaced > 0)
    summary.notes.push_back(
        std::to_string(result.replaced) +
        (result.replaced == 1 ? " exploring process was" : " exploring processes were") +
        " killed from outside; others have done their work again");
  return summary;
}

}  // namespace mazurka::cli
