#include "cli/shared_exploration.h"

#include <algorithm>
#include <utility>

#include "cli/child/last_execution.h"
#include "cli/child/memory_use.h"
#include "cli/child/recorded_program.h"
#include "cli/child/value_bytes.h"
#include "cli/merged_results.h"
#include "cli/progress.h"
#include "program/learning.h"

namespace mazurka::cli {

namespace {

// Returns whether any of them is new.
bool add_facts(std::vector<std::string>& to, const std::vector<std::string>& from) {
  const std::size_t before = to.size();
  for (const std::string& fact : from)
    if (std::ranges::find(to, fact) == to.end()) to.push_back(fact);
  return to.size() > before;
}

void copy_last_execution(const SharedState& from, SharedState& to) {
  to.reset();
  to.runs = from.runs;
  for (const TaskName& task : from.known_tasks()) to.tasks[to.task_count++] = task;
  for (const Choice& choice : from.schedule()) to.steps[to.step_count++] = choice;
}

}  // namespace

WorkersResult SharedExploration::run(WorkersOptions options, const Explore& explore,
                                     SharedState& state) {
  using End = WorkersResult::End;
  scout(state);
  options.workers = command_.jobs;
  while (true) {
    ProgressLine line(err_);
    options.progress = {};
    if (const auto show = line.as_wanted(command_.progress))
      options.progress = [this, &line](const Summary& so_far, std::size_t waiting) {
        line.show(so_far, command_.jobs, waiting);
      };
    const ChildLimits limits = this->limits();
    Workers workers(options, limits, out_, err_);
    WorkersResult result =
        workers.run([&](const ChildSide& side,
                        const SharedByWorkers& shared) { return work(side, shared, explore); },
                    [&](const ChildResult& child, SharedState& of_child) {
                      return is_to_blame(child, of_child, state);
                    });
    start_.seconds_so_far += result.seconds;
    result.seconds = start_.seconds_so_far;
    if (result.end == End::learned) {
      if (add_facts(start_.facts, result.facts)) continue;
      result.end = End::failed;
    } else if (result.end == End::failed) {
      if (std::exchange(start_.predicts, false)) continue;
    } else if (result.end == End::died) {
      SharedState& dead = workers.state_of(result.dead);
      if (dead.facts.has_news() && add_facts(start_.facts, dead.facts.all())) continue;
      copy_last_execution(dead, state);
    } else if (result.end == End::given_up) {
      state.gave_up = true;
    }
    return result;
  }
}

ChildLimits SharedExploration::limits() const {
  ChildLimits limits = run_.child_limits();
  if (limits.timeout_seconds > 0)
    limits.timeout_seconds = std::max(limits.timeout_seconds - start_.seconds_so_far, 0.01);
  if (!limits.most_memory) limits.most_memory = memory_available() / 4 * 3;
  limits.most_memory = *limits.most_memory / command_.jobs;
  return limits;
}

// Learns about the program in a child of its own, once for all workers.
void SharedExploration::scout(SharedState& state) {
  if (run_.program().learning() == nullptr) return;
  const ChildResult result =
      supervise(state, run_.child_limits(), out_, err_, [&](const ChildSide& side) {
        run_.program().learning()->record_facts(side.state.facts);
        run_.connect(side);
        (void)run_.program().registry();  // a native program runs for the first time here
        side.records.write(RecordKind::learned, bytes_of(run_.program().learning()->facts()));
        return 0;
      });
  run_.know_warnings(result.warnings);
  start_.facts = result.learned.value_or(state.facts.all());
  state.reset();
}

void SharedExploration::use_start(const ChildSide& side) const {
  if (Learning* const learning = run_.program().learning()) {
    learning->skip_scouting();
    learning->record_facts(side.state.facts);
    if (!start_.facts.empty()) learning->use_facts(start_.facts);
  }
  run_.connect(side);
}

int SharedExploration::work(const ChildSide& side, const SharedByWorkers& shared,
                            const Explore& explore) const {
  use_start(side);
  RecordedProgram program(run_.program(), side.state);
  program.registry().set_task_numbers(&shared.numbers);
  side.state.phase = Phase::exploring;
  Frontier frontier([&](std::string_view commit) { return side.exchange(commit); },
                    {.keys = &shared.keys, .hints = &shared.hints, .worker = shared.worker});
  Summary summary;
  if (frontier.begin()) {
    side.records.write(RecordKind::knowledge, bytes_of(knowledge_of(program)));
    summary = explore(side, program, frontier, start_);
    if (summary.bound != Bound::learned) {
      frontier.finish();
    } else {
      use_what_it_knows(program);
      side.records.write(RecordKind::learned, bytes_of(run_.program().learning()->facts()));
    }
  }
  if (summary.bound == Bound::interrupt) summary.bound = bound_of(side.state.reason);
  summary.errors.clear();
  side.records.write(RecordKind::summary, bytes_of(summary));
  return 0;
}

void SharedExploration::share(ExploreOptions& options, Frontier& frontier, const ChildSide& side) {
  options.progress = {};
  options.max_executions = 0;
  options.estimates = false;
  options.sample_when = [&frontier] { return frontier.should_sample(); };
  options.counted = [&frontier, &side](const Summary& so_far) {
    frontier.count(so_far);
    side.state.set_counts(so_far);
  };
}

bool SharedExploration::is_to_blame(const ChildResult& child, SharedState& of_child,
                                    SharedState& scratch) const {
  const LastExecution last = last_execution(of_child, child);
  const Death death =
      describe_death(run_.program(), last, run_.child_limits(), scratch, out_, err_);
  return death.is_reproducible;
}

ChildResult failed_result(const WorkersResult& result) {
  ChildResult merged;
  merged.status = 0;
  merged.summary = merged_summary(result);
  merged.summary->bound = Bound::killed;
  merged.summary->notes.emplace_back(
      "an execution had another trace than when it was run before: the program depends on "
      "something outside of it, and its executions cannot be counted");
  return merged;
}

}  // namespace mazurka::cli
