#include "cli/shared_exploration.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "cli/child/last_execution.h"
#include "cli/child/memory_use.h"
#include "cli/child/recorded_program.h"
#include "cli/child/value_bytes.h"
#include "cli/merged_results.h"
#include "cli/run.h"
#include "cli/shared_checkpoint.h"
#include "core/user_error.h"
#include "program/learning.h"
#include "program/presentation.h"

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
  if (resumed_ != nullptr)
    start_.facts = resumed_->facts;
  else
    scout(state);
  while (true) {
    WorkersResult result = explore_once(options, explore, state);
    const bool is_again = (result.end == End::learned && add_facts(start_.facts, result.facts)) ||
                          (result.end == End::failed && std::exchange(start_.predicts, false));
    if (!is_again) {
      if (result.end == End::learned) result.end = End::failed;
      return result;
    }
    resumed_ = nullptr;
  }
}

WorkersResult SharedExploration::explore_once(const WorkersOptions& wanted, const Explore& explore,
                                              SharedState& state) {
  using End = WorkersResult::End;
  WorkersOptions options = wanted;
  options.workers = command_.jobs;
  ProgressLine line(err_);
  if (const auto show = line.as_wanted(command_.progress))
    options.progress = [this, &line](const Summary& so_far, std::size_t waiting) {
      if (show_)
        show_(line, so_far, waiting);
      else
        line.show(so_far, command_.jobs, waiting);
    };
  const ChildLimits limits = this->limits();
  Workers workers(options, limits, out_, err_);
  const std::optional<ChildResult> earlier = resume_in(workers, state);
  const double seconds_before = start_.seconds_so_far + (earlier ? resumed_->seconds : 0);
  const auto begun = std::chrono::steady_clock::now();
  if (save_)
    options.save = [&] {
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begun;
      save(workers, seconds_before + elapsed.count());
    };
  WorkersResult result =
      workers.run([&](const ChildSide& side,
                      const SharedByWorkers& shared) { return work(side, shared, explore); },
                  [&](const ChildResult& child, SharedState& of_child) {
                    return is_to_blame(child, of_child, state);
                  });
  start_.seconds_so_far += result.seconds;
  result.seconds += seconds_before;
  if (result.end == End::died) {
    SharedState& dead = workers.state_of(result.dead);
    if (dead.facts.has_news()) {
      result.facts = dead.facts.all();
      std::vector<std::string> known = start_.facts;
      if (add_facts(known, result.facts)) {
        result.end = End::learned;
        return result;
      }
    }
    copy_last_execution(dead, state);
  }
  if (result.end == End::given_up) state.gave_up = true;
  if (earlier) result.children.push_back(*earlier);  // last: others have their numbers
  return result;
}

// Returns the child that has translated the checkpoint; it has found the errors again.
std::optional<ChildResult> SharedExploration::resume_in(Workers& workers, SharedState& state) {
  if (resumed_ == nullptr) return std::nullopt;
  ChildLimits limits = run_.child_limits();
  limits.timeout_seconds = 0;
  ChildResult result = supervise(state, limits, out_, err_, [&](const ChildSide& side) {
    run_.connect(side);
    const auto find_again = [&](Program& program, const std::vector<Choice>& schedule) {
      find_again_(program, schedule, side);
    };
    const TranslatedCheckpoint translated =
        translate(*resumed_, run_.program(), workers.numbers(), find_again);
    side.records.write(RecordKind::jobs, to_bytes(translated));
    return 0;
  });
  result.throw_mistake();
  if (!result.status)
    throw UserError("", "the checkpoint could not be resumed: the process that read it " +
                            end_in_words(result.wait_status));
  cli::resume(workers.store(), *resumed_, parse_translated(result.jobs));
  state.reset();
  result.summary.reset();
  return result;
}

// What was explored must not be lost because a checkpoint cannot be written.
void SharedExploration::save(Workers& workers, double seconds) {
  if (workers.origin().empty()) return;  // hardly anything was explored
  try {
    has_checkpoint_ = save_(checkpoint_of(workers, seconds));
  } catch (const UserError& error) {
    print(error, err_);
    has_checkpoint_ = false;
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
  std::uint64_t commits = 0;
  std::vector<NotCovered> told;
  const auto exchange = [&](std::string_view commit) {
    shared.numbers.publish_handlers(program.registry());
    std::vector<NotCovered> not_covered;
    program.presentation().add_not_covered(not_covered);
    if (not_covered != told) {
      side.records.write(RecordKind::not_covered, bytes_of(not_covered));
      told = std::move(not_covered);
    }
    // After the first run, this process knows everything about the program.
    if (save_ && ++commits == 2)
      side.records.write(RecordKind::origin, origin_bytes(run_, program));
    return side.exchange(commit);
  };
  Frontier frontier(exchange,
                    {.keys = &shared.keys, .hints = &shared.hints, .worker = shared.worker});
  Summary summary;
  if (frontier.begin()) {
    side.records.write(RecordKind::knowledge, bytes_of(knowledge_of(program)));
    summary = explore(side, program, frontier, start_);
    if (summary.bound == Bound::learned) {
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
  if (options.estimates) options.estimate_when = [&frontier] { return frontier.wants_estimate(); };
  options.resume = nullptr;
  options.count_traces = false;
  options.ended = [&frontier](const Summary& summary) {
    if (summary.bound != Bound::learned) frontier.finish();
  };
  options.run_was_cut = [&frontier] { frontier.abandon(); };
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
