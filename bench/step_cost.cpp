// Measures the cost of basic operations: a step and a restart of a model, ordering one more event,
// finding the races of an execution, and a whole exploration of lastzero.
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/execution.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "explore/race/find_reversals.h"
#include "program/model/model.h"

namespace mazurka::bench {
namespace {

std::unique_ptr<Program> lastzero(std::int64_t size) {
  const std::string file = MAZURKA_BENCH_MODELS "/source_sets/lastzero.mzk";
  std::ostringstream source;
  source << std::ifstream(file).rdbuf();
  const model::Define defines[] = {{"N", size}};
  return model::load(source.str(), file, defines);
}

// Runs one execution, always with the first choice.
std::vector<Event> run_once(Program& program) {
  std::vector<Event> events;
  program.restart();
  while (!program.enabled().empty()) events.push_back(*program.step(program.enabled().front()));
  return events;
}

// Measures restart() and step(). Items are events.
void restart_and_steps(benchmark::State& state) {
  const auto program = lastzero(state.range(0));
  const std::vector<Event> events = run_once(*program);
  for (auto _ : state) {
    program->restart();
    for (const Event& event : events) benchmark::DoNotOptimize(program->step(event.as_choice()));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(events.size()));
}
BENCHMARK(restart_and_steps)->Arg(5)->Arg(15)->Arg(100);

void restart(benchmark::State& state) {
  const auto program = lastzero(state.range(0));
  const Choice first = run_once(*program).front().as_choice();
  for (auto _ : state) {
    program->restart();
    benchmark::DoNotOptimize(program->step(first));
  }
}
BENCHMARK(restart)->Arg(15);

// Measures the happens-before order of each event (Execution::push). Items are events.
void order_of_events(benchmark::State& state) {
  const auto program = lastzero(state.range(0));
  const std::vector<Event> events = run_once(*program);
  Execution execution(program->registry(), Relation::events);
  for (auto _ : state) {
    execution.truncate(0);
    for (const Event& event : events) execution.push(event);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(events.size()));
}
BENCHMARK(order_of_events)->Arg(5)->Arg(15)->Arg(100);

// Finds all reversible races of an execution. Items are events.
void races_of_an_execution(benchmark::State& state) {
  const auto program = lastzero(state.range(0));
  const std::vector<Event> events = run_once(*program);
  Execution execution(program->registry(), Relation::events);
  for (const Event& event : events) execution.push(event);
  ReversalFinder finder(execution, *program);
  std::vector<Reversal> reversals;
  for (auto _ : state) {
    reversals.clear();
    for (Position i = 0; i < execution.size(); ++i) finder.find_into(i, reversals);
    benchmark::DoNotOptimize(reversals.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(events.size()));
}
BENCHMARK(races_of_an_execution)->Arg(5)->Arg(15)->Arg(100);

// Items are executions: the time of one must not grow with the number of
// executions explored before.
void executions_of_lastzero(benchmark::State& state, AlgorithmName name) {
  const auto program = lastzero(state.range(0));
  std::uint64_t executions = 0;
  for (auto _ : state) {
    const Summary summary = explore(*program, *make_algorithm_for(*program, name, {}), {});
    executions += summary.maximal_executions();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(executions));
}
BENCHMARK_CAPTURE(executions_of_lastzero, optimal, AlgorithmName::optimal)->Arg(6)->Arg(9)->Arg(12);
BENCHMARK_CAPTURE(executions_of_lastzero, event, AlgorithmName::event)->Arg(6)->Arg(9)->Arg(12);

}  // namespace
}  // namespace mazurka::bench
