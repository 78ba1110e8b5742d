#include "contract/program_contract.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "core/hash.h"
#include "program/presentation.h"
#include "program/state_view.h"

namespace mazurka {

namespace {

[[nodiscard]] std::string path(Program& program, TaskId task) {
  return task.exists() ? program.registry().path_of(task) : "-";
}

[[nodiscard]] std::string touched(Program& program, AccessListId list) {
  std::string result;
  for (const Access& access : program.registry().accesses(list))
    result += program.registry().name_of(access.object) + "/" +
              std::to_string(static_cast<int>(access.kind)) + " ";
  return result;
}

[[nodiscard]] std::string to_text(Program& program, const Pending& pending) {
  return path(program, pending.task) + " " + std::to_string(pending.index) + " " +
         program.presentation().describe(pending) + (pending.enabled ? " enabled" : "") +
         (pending.stopped ? " stopped" : "") + (pending.asleep ? " asleep" : "") + " " +
         path(program, pending.other) + " " + touched(program, pending.accesses) +
         program.registry().text_of(pending.location);
}

[[nodiscard]] std::vector<Pending> pending_of(Program& program) {
  std::vector<Pending> result;
  program.pending(result);
  return result;
}

[[nodiscard]] std::vector<Choice> enabled_of(Program& program) {
  const auto enabled = program.enabled();
  return {enabled.begin(), enabled.end()};
}

// The values of the variables, as recorded by the events so far.
class Memory : public Valuation {
 public:
  explicit Memory(const Program& program) : program_(program) {}
  // Records what the event writes. An await can write, too, because it may take a semaphore.
  void note(const Event& event, Registry& registry) {
    for (const Access& access : registry.accesses(event.accesses)) {
      if (access.kind != AccessKind::write) continue;
      const auto value = program_.value_after(event, access.object);
      if (value) {
        written_[access.object] = *value;
        unknown_.erase(access.object);
      } else {
        unknown_.insert(access.object);
      }
    }
  }
  // Returns whether the event that last wrote the variable has recorded its value.
  [[nodiscard]] bool is_known(ObjectId variable) const { return !unknown_.contains(variable); }
  [[nodiscard]] std::int64_t value_of(ObjectId variable) const override {
    const auto found = written_.find(variable);
    return found == written_.end() ? program_.initial_value(variable) : found->second;
  }

 private:
  const Program& program_;
  std::map<ObjectId, std::int64_t> written_;
  std::set<ObjectId> unknown_;
};

}  // namespace

std::string to_text(Program& program, const Event& event) {
  return path(program, event.task) + " " + std::to_string(event.index) + " " +
         program.presentation().describe(event) + " " + path(program, event.other) + " " +
         std::to_string(event.other_index) + (event.succeeded ? "" : " fails") +
         (event.ends_task ? " ends" : "") + " " + touched(program, event.accesses) +
         std::to_string(event.read_value) + " " + std::to_string(event.written_value) + " " +
         program.registry().text_of(event.location);
}

std::string state_of(Program& program) {
  std::string result = std::to_string(program.state_view().state_fingerprint()) + " " +
                       std::to_string(program.state_view().mailbox_fingerprint());
  for (const Pending& pending : pending_of(program)) result += "\n  " + to_text(program, pending);
  return result;
}

ProgramContract::Picker ProgramContract::at_random(std::uint32_t seed) {
  return [random = std::mt19937(seed)](std::span<const Choice> enabled) mutable {
    return std::optional(enabled[random() % enabled.size()]);
  };
}

ProgramContract::Picker ProgramContract::as_before(const std::vector<Choice>& choices) {
  return [choices, next = std::size_t{0}](std::span<const Choice>) mutable {
    return next < choices.size() ? std::optional(choices[next++]) : std::nullopt;
  };
}

void ProgramContract::run(Program& program, const Picker& pick, const std::function<void()>& look) {
  program.restart();
  look();
  for (std::size_t steps = 0; steps < longest && !program.enabled().empty(); ++steps) {
    const auto choice = pick(program.enabled());
    if (!choice) return;
    ASSERT_NE(program.step(*choice), nullptr);
    look();
  }
}

Observation ProgramContract::observe(Program& program, const Picker& pick) {
  Observation result;
  program.restart();
  result.lines.push_back(state_of(program));
  for (std::size_t steps = 0; steps < longest && !program.enabled().empty(); ++steps) {
    const auto choice = pick(program.enabled());
    if (!choice) break;
    result.choices.push_back(*choice);
    const Event* const step = program.step(*choice);
    if (step == nullptr) {
      ADD_FAILURE() << "not enabled";
      break;
    }
    const Event event = *step;
    result.lines.push_back(to_text(program, event));
    result.lines.push_back(state_of(program));
  }
  for (const Failure& failure : program.ending().failures)
    result.lines.push_back(failure.message + " " + failure.note + " " +
                           std::to_string(failure.position));
  return result;
}

// Architecture rule 3: a program is deterministic.
TEST_P(ProgramContract, TheSameChoicesGiveTheSameEventsAndStates) {
  const auto program = GetParam().make();
  for (std::uint32_t seed = 0; seed < schedules; ++seed) {
    SCOPED_TRACE(seed);
    const Observation first = observe(*program, at_random(seed));
    EXPECT_EQ(observe(*program, as_before(first.choices)), first);
  }
  // Two program objects that run in lockstep from the start agree in everything, ids included.
  const auto one = GetParam().make();
  const auto two = GetParam().make();
  for (std::uint32_t seed = 0; seed < schedules; ++seed)
    EXPECT_EQ(observe(*one, at_random(seed)), observe(*two, at_random(seed)));
}

TEST_P(ProgramContract, ARestartForgetsEverything) {
  const auto program = GetParam().make();
  program->restart();
  const std::string fresh = state_of(*program);
  const std::vector<Choice> enabled = enabled_of(*program);
  for (std::uint32_t seed = 0; seed < schedules; ++seed) {
    run(*program, at_random(seed), [] {});
    program->restart();
    EXPECT_EQ(state_of(*program), fresh);
    EXPECT_EQ(enabled_of(*program), enabled);
  }
  program->restart();
  EXPECT_EQ(state_of(*program), fresh);
}

// Architecture rule 1: a prefix can be replayed with step() alone, without calling enabled().
TEST_P(ProgramContract, AScheduleReplaysWithoutAskingWhatIsEnabled) {
  const auto program = GetParam().make();
  for (std::uint32_t seed = 0; seed < schedules; ++seed) {
    const Observation first = observe(*program, at_random(seed));
    const std::string end = state_of(*program);
    program->restart();
    for (const Choice choice : first.choices) ASSERT_NE(program->step(choice), nullptr);
    EXPECT_EQ(state_of(*program), end);
  }
}

TEST_P(ProgramContract, EnabledIsSortedAndWithoutDuplicates) {
  const auto program = GetParam().make();
  for (std::uint32_t seed = 0; seed < schedules; ++seed)
    run(*program, at_random(seed), [&] {
      const std::vector<Choice> enabled = enabled_of(*program);
      EXPECT_TRUE(std::ranges::is_sorted(enabled));
      EXPECT_EQ(std::ranges::adjacent_find(enabled), enabled.end());
    });
}

// Among all conceivable choices, exactly the enabled ones can be taken; an attempt to take any
// other choice leaves the program unchanged.
TEST_P(ProgramContract, AStepThatIsNotEnabledDoesNotHappen) {
  const auto program = GetParam().make();
  for (std::uint32_t seed = 0; seed < schedules / 4; ++seed)
    run(*program, at_random(seed), [&] {
      const std::string before = state_of(*program);
      const std::vector<Choice> enabled = enabled_of(*program);
      for (std::uint32_t task = 0; task < program->registry().task_count() + 2; ++task)
        for (const std::uint32_t value : {0u, 1u, 2u, 3u, 1'000'000u, wakes_nobody,
                                          value_waking(TaskId{0}), value_waking(TaskId{1})}) {
          const Choice choice{TaskId{task}, value};
          if (!std::ranges::binary_search(enabled, choice)) {
            EXPECT_EQ(program->step(choice), nullptr);
          }
        }
      EXPECT_EQ(program->step({TaskId::none(), 0}), nullptr);
      EXPECT_EQ(state_of(*program), before);
      EXPECT_EQ(enabled_of(*program), enabled);
    });
}

TEST_P(ProgramContract, PendingAgreesWithEnabled) {
  const auto program = GetParam().make();
  for (std::uint32_t seed = 0; seed < schedules; ++seed)
    run(*program, at_random(seed), [&] {
      std::set<TaskId> enabled;
      for (const Choice choice : program->enabled()) enabled.insert(choice.task);
      std::set<TaskId> said;
      const std::vector<Pending> pending = pending_of(*program);
      EXPECT_TRUE(std::ranges::is_sorted(pending, {}, &Pending::task));
      for (const Pending& each : pending) {
        if (each.enabled) said.insert(each.task);
        EXPECT_FALSE(each.enabled && (each.stopped || each.asleep));
      }
      EXPECT_EQ(said, enabled);
    });
}

// Algorithms decide what to explore based on pending operations, so the event that a step produces
// must match the pending operation.
TEST_P(ProgramContract, AnEventIsWhatWasPending) {
  const auto program = GetParam().make();
  for (std::uint32_t seed = 0; seed < schedules; ++seed) {
    const Picker random = at_random(seed);
    program->restart();
    for (std::size_t steps = 0; steps < longest && !program->enabled().empty(); ++steps) {
      const Choice choice = *random(program->enabled());
      const std::vector<Pending> all = pending_of(*program);
      const auto pending = std::ranges::find(all, choice.task, &Pending::task);
      ASSERT_NE(pending, all.end());
      const Event event = *program->step(choice);
      EXPECT_EQ(event.as_choice(), choice);
      EXPECT_EQ(event.index, pending->index);
      EXPECT_EQ(event.operation, pending->operation);
      EXPECT_EQ(event.location, pending->location);
      EXPECT_EQ(event.object, pending->object);
      EXPECT_EQ(event.condition, pending->condition);
      if (event.operation == OperationKind::join || event.operation == OperationKind::relock) {
        EXPECT_EQ(event.other, pending->other);
        EXPECT_EQ(event.other_index, pending->other_index);
      }
      const auto done = program->registry().accesses(event.accesses);
      const auto planned = program->registry().accesses(pending->accesses);
      EXPECT_TRUE(std::ranges::includes(planned, done));
      if (event.operation != OperationKind::await) {
        EXPECT_EQ(event.accesses, pending->accesses);
      }
    }
  }
}

// A task exists from the event that creates it to its last event, and its events are numbered from
// 0.
TEST_P(ProgramContract, TasksComeAndGoAsTheirEventsSay) {
  const auto program = GetParam().make();
  for (std::uint32_t seed = 0; seed < schedules; ++seed) {
    const Picker random = at_random(seed);
    program->restart();
    for (std::size_t steps = 0; steps < longest && !program->enabled().empty(); ++steps) {
      std::set<TaskId> before;
      for (const Pending& each : pending_of(*program)) before.insert(each.task);
      const Event event = *program->step(*random(program->enabled()));
      std::set<TaskId> after;
      for (const Pending& each : pending_of(*program)) after.insert(each.task);

      EXPECT_EQ(after.contains(event.task), !event.ends_task);
      before.erase(event.task);
      after.erase(event.task);
      if (creates_task(event.operation)) {
        EXPECT_FALSE(before.contains(event.other));
        EXPECT_EQ(program->registry().name_of(event.other).creator, event.task);
        after.erase(event.other);  // the new task may already have ended
      }
      EXPECT_EQ(after, before);
    }
  }
}

TEST_P(ProgramContract, TheConditionOfAnAwaitHoldsExactlyWhenItIsEnabled) {
  const auto program = GetParam().make();
  for (std::uint32_t seed = 0; seed < schedules; ++seed) {
    const Picker random = at_random(seed);
    Memory now(*program);
    std::set<ObjectId> freed;  // reads of freed memory may return any value
    program->restart();
    for (std::size_t steps = 0; steps < longest && !program->enabled().empty(); ++steps) {
      for (const Pending& each : pending_of(*program)) {
        if (each.operation != OperationKind::await || each.stopped) continue;
        AccessListId reads;
        EXPECT_EQ(program->holds(each.condition, now, reads), each.enabled);
        EXPECT_EQ(program->scope_of(each.condition), each.accesses);
        const auto scope = program->registry().accesses(each.accesses);
        EXPECT_TRUE(std::ranges::includes(scope, program->registry().accesses(reads)));
      }
      const Event event = *program->step(*random(program->enabled()));
      // Memory is sequentially consistent: a read sees the last write.
      const bool reads =
          event.operation == OperationKind::read || event.operation == OperationKind::update;
      const bool is_whole = program->registry().accesses(event.accesses).size() == 1;
      if (reads && is_whole && now.is_known(event.object) && !freed.contains(event.object)) {
        EXPECT_EQ(event.read_value, now.value_of(event.object))
            << program->registry().name_of(event.object);
      }
      now.note(event, program->registry());
      if (event.order == MemoryOrder::freeing) freed.insert(event.object);
    }
  }
}

// Assumption b of docs/decisions/0001-known-traces.md: the next operation of a task, and with it
// whether that is a read or an await, is a function of what the task has observed.
TEST_P(ProgramContract, ATaskDoesTheSameAfterTheSameObservations) {
  const auto program = GetParam().make();
  (void)program->registry();                     // may discover shared objects
  std::map<std::uint64_t, std::string> next_of;  // keyed by the hash of a task and its observations
  for (std::uint32_t seed = 0; seed < schedules; ++seed) {
    SCOPED_TRACE(seed);
    const Picker random = at_random(seed);
    std::map<TaskId, std::uint64_t> observed;
    std::map<ObjectId, std::uint64_t> touched;  // a hash of the accesses so far
    std::map<std::pair<TaskId, std::uint32_t>, std::uint64_t> sent;  // what senders had observed
    Memory now(*program);
    program->restart();
    for (std::size_t steps = 0; steps < longest && !program->enabled().empty(); ++steps) {
      for (const Pending& each : pending_of(*program)) {
        const std::string next =
            path(*program, each.task) + " " + std::string(name_of(each.operation)) + " " +
            std::to_string(each.object.value) + (each.stopped ? " stopped" : "");
        const std::uint64_t history = mix(each.task.value, observed[each.task]);
        EXPECT_EQ(next_of.emplace(history, next).first->second, next);
      }
      const Event event = *program->step(*random(program->enabled()));
      std::uint64_t& own = observed[event.task];
      for (const std::uint64_t word :
           {static_cast<std::uint64_t>(event.operation), std::uint64_t{event.object.value},
            static_cast<std::uint64_t>(event.read_value), std::uint64_t{event.choice},
            std::uint64_t{event.succeeded}, std::uint64_t{event.message}})
        own = mix(own, word);
      if (event.operation == OperationKind::await)  // its evaluation may fail
        for (const Access& access : program->registry().accesses(event.accesses))
          own = mix(own, static_cast<std::uint64_t>(now.value_of(access.object)));
      // Of an event on several objects, what came before on these objects counts as observed.
      const auto accesses = program->registry().accesses(event.accesses);
      for (const Access& access : accesses) {
        if (event.operation == OperationKind::update && accesses.size() > 1)
          own = mix(own, touched[access.object]);
        touched[access.object] += mix(event.task.value, event.index);
      }
      // A message without a number, of a native program, is determined by its send, and by what the
      // sender had observed.
      if (const EventId send = received_event(event); send.task.exists() && event.message == 0) {
        own = mix(own, mix(send.task.value, send.index));
        own = mix(own, sent.at({send.task, send.index}));
      }
      if (event.operation == OperationKind::send) sent[{event.task, event.index}] = own;
      now.note(event, program->registry());
      if (event.operation == OperationKind::join) own = mix(own, observed[event.other]);
      if (creates_task(event.operation)) observed[event.other] = own;
    }
  }
}

TEST_P(ProgramContract, AnEndingIsAnErrorExactlyIfSomethingFailed) {
  const auto program = GetParam().make();
  for (std::uint32_t seed = 0; seed < schedules; ++seed) {
    run(*program, at_random(seed), [] {});
    if (!program->enabled().empty()) continue;
    const Ending ending = program->ending();
    EXPECT_EQ(ending.kind == EndingKind::error, !ending.failures.empty());
    EXPECT_EQ(
        ending.kind == EndingKind::complete,
        ending.failures.empty() && std::ranges::all_of(pending_of(*program), &Pending::cancelled));
  }
}

}  // namespace mazurka
