#include "explore/algorithms.h"

#include <array>

#include "explore/algorithm/thread_algorithms.h"

namespace mazurka {
namespace {

using Facts = AlgorithmFacts;
using Options = AlgorithmOptions;

struct Entry {
  AlgorithmName name;
  AlgorithmFacts facts;
  std::unique_ptr<Algorithm> (*make)(const Facts&, const Options&);
};

constexpr std::array<Entry, 7> algorithms = {{
    {AlgorithmName::event,
     {"event", Relation::events},
     [](const Facts& facts, const Options& options) {
       return make_event_dpor(facts, options.order_seed, options.event);
     }},
    {AlgorithmName::optimal,
     {"optimal", Relation::handlers_as_locks},
     [](const Facts& facts, const Options& options) {
       return make_optimal_dpor(facts, options.order_seed);
     }},
    {AlgorithmName::source,
     {"source", Relation::handlers_as_locks},
     [](const Facts& facts, const Options& options) {
       return make_source_dpor(facts, {.order_seed = options.order_seed,
                                       .order = options.task_order,
                                       .idle_tasks_cover = options.idle_tasks_cover});
     }},
    {AlgorithmName::dpor,
     {"dpor", Relation::handlers_as_locks},
     [](const Facts& facts, const Options& options) {
       return make_dpor(facts, {.order_seed = options.order_seed,
                                .order = options.task_order,
                                .sleep_sets = options.sleep_sets});
     }},
    {AlgorithmName::event_paper,
     {"event-paper", Relation::events, Facts::GivenUp::redundant, /*has_conflicts_of_papers=*/true},
     [](const Facts& facts, const Options& options) {
       return make_event_paper(facts, options.order_seed, options.event_paper);
     }},
    {AlgorithmName::em,
     {"em", Relation::events, Facts::GivenUp::redundant, /*has_conflicts_of_papers=*/true},
     [](const Facts& facts, const Options& options) {
       return make_em_dpor(facts, options.order_seed, options.em);
     }},
    {AlgorithmName::naive,
     {"naive", Relation::events, Facts::GivenUp::merged},
     [](const Facts& facts, const Options& options) { return make_naive(facts, options.naive); }},
}};

const Entry& entry_of(AlgorithmName name) {
  for (const Entry& entry : algorithms)
    if (entry.name == name) return entry;
  return algorithms.front();
}

}  // namespace

std::unique_ptr<Algorithm> make_algorithm(AlgorithmName name, const AlgorithmOptions& options) {
  const Entry& entry = entry_of(name);
  return entry.make(entry.facts, options);
}

AlgorithmName fit_for(Program& program, AlgorithmName wanted) {
  const bool has_handlers = program.registry().handler_count() > 0;
  return wanted == AlgorithmName::event && !has_handlers ? AlgorithmName::optimal : wanted;
}

std::unique_ptr<Algorithm> make_algorithm_for(Program& program, AlgorithmName wanted,
                                              const AlgorithmOptions& options) {
  // Workers share known traces, which Optimal-DPOR does not have.
  if (options.event.frontier != nullptr) return make_algorithm(AlgorithmName::event, options);
  return make_algorithm(fit_for(program, wanted), options);
}

std::string_view name_of(AlgorithmName name) { return entry_of(name).facts.name; }

std::optional<AlgorithmName> algorithm_named(std::string_view name) {
  for (const Entry& entry : algorithms)
    if (entry.facts.name == name) return entry.name;
  return std::nullopt;
}

std::vector<std::string_view> algorithm_names() {
  std::vector<std::string_view> names;
  for (const Entry& entry : algorithms) names.push_back(entry.facts.name);
  return names;
}

}  // namespace mazurka
