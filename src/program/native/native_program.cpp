#include "program/native/native_program.h"

#include <algorithm>
#include <optional>
#include <random>
#include <utility>

#include "program/learning.h"
#include "program/native/debug_info/location_text.h"
#include "program/native/debug_info/shared_libraries.h"
#include "program/native/debug_info/warnings.h"
#include "program/native/debugger.h"
#include "program/native/describe.h"
#include "program/native/leak_report.h"
#include "program/native/platform/complain.h"
#include "program/native/process/libraries.h"
#include "program/native/schedule/leak_roots.h"
#include "program/native/schedule/outside_call.h"
#include "program/native/schedule/watchdog.h"
#include "program/presentation.h"
#include "program/state_view.h"

namespace mazurka::native {
namespace {

// Adapts the runtime to the interface Program. Not movable, because its members refer to each
// other.
class NativeProgram final : public Program,
                            private Learning,
                            private Presentation,
                            private StateView {
 public:
  explicit NativeProgram(ProgramToRun program, bool is_debugged)
      : watchdog_seconds_(program.options.watchdog_seconds),
        runtime_(registry_, std::move(program)),
        words_(runtime_) {
    prepare_watchdog();
    if (is_debugged) runtime_.set_observer(&debugger_.emplace(runtime_, words_));
  }
  NativeProgram(const NativeProgram&) = delete;
  NativeProgram& operator=(const NativeProgram&) = delete;

  Presentation& presentation() override { return *this; }
  StateView& state_view() override { return *this; }
  Learning* learning() override { return this; }

  // Runs the scouting executions at the first call: callers are about to explore, and algorithms
  // require that all handlers are registered before.
  Registry& registry() override {
    if (!std::exchange(has_scouted_, true)) scout();
    return registry_;
  }
  void restart() override {
    watch();
    schedule_.clear();
    locks_.clear();
    runtime_.restart();
  }
  std::span<const Choice> enabled() override { return runtime_.enabled(); }
  const Event* step(Choice choice) override {
    schedule_.push_back(choice);
    if (runtime_.observation.shows_caller_locations()) {
      const Task* const task = runtime_.tasks.ever(choice.task);
      locks_.push_back(task == nullptr ? std::vector<OwnedLock>() : task->recorded.owned);
    }
    return runtime_.step(choice);
  }
  std::optional<Difference> replay(std::span<const Event> expected) override {
    for (Position i = 0; i < expected.size();) {
      std::size_t done = 0;
      const Event* const now = runtime_.step_in_replay(expected.subspan(i), done);
      for (const Event& event : expected.subspan(i, done)) schedule_.push_back(event.as_choice());
      if (now == nullptr || !is_same_operation(*now, expected[i])) return Difference{i, now};
      i += static_cast<Position>(done);
    }
    return std::nullopt;
  }
  void pending(std::vector<Pending>& result) override { runtime_.pending(result); }
  [[nodiscard]] Ending ending() const override {
    if (debugger_) debugger_->ended();
    Ending result = runtime_.ending();
    if (result.kind == EndingKind::complete) add_leaks(result);
    return result;
  }
  [[nodiscard]] bool knows_more() const override { return runtime_.knowledge.has_news(); }
  void use_what_it_knows() override { runtime_.knowledge.commit(); }
  [[nodiscard]] std::vector<std::string> knowledge() const override {
    return runtime_.knowledge.lines();
  }
  void use_knowledge(std::span<const std::string> knowledge) override {
    has_scouted_ = true;
    runtime_.knowledge.use(knowledge);
  }

  void skip_scouting() override { has_scouted_ = true; }
  void record_facts(LearnedFacts& memory) override { facts_memory = &memory; }
  [[nodiscard]] std::vector<std::string> facts() const override {
    return runtime_.knowledge.facts();
  }
  void use_facts(std::span<const std::string> facts) override {
    runtime_.knowledge.use_facts(facts);
  }

  bool holds(ConditionId condition, const Valuation& values, AccessListId& reads) override {
    const Condition& wanted = runtime_.conditions[condition];
    reads = wanted.accesses;
    if (wanted.kind == Condition::Kind::changed)
      return std::ranges::any_of(
          runtime_.conditions.watched(wanted), [&](const WatchedVariable& each) {
            return each.ends_wait && values.value_of(each.object) != each.value;
          });
    std::int64_t value = values.value_of(wanted.object);
    if (wanted.with_parts && value == 0)
      for (const Synchroniser* const part : wanted.lock->parts)
        value += values.value_of(part->object);
    return wanted.holds(value);
  }
  [[nodiscard]] std::optional<std::int64_t> value_after(const Event& write,
                                                        ObjectId variable) const override {
    return runtime_.cells.part_of(write.written_value, write.object, variable);
  }
  [[nodiscard]] AccessListId scope_of(ConditionId condition) const override {
    return runtime_.conditions[condition].accesses;
  }
  [[nodiscard]] std::int64_t initial_value(ObjectId variable) const override {
    return runtime_.state.initial_value(variable);
  }
  [[nodiscard]] std::uint64_t mailbox_fingerprint() const override {
    return runtime_.handlers.fingerprint();
  }
  [[nodiscard]] std::uint64_t state_fingerprint() const override {
    return runtime_.state.fingerprint();
  }

  bool show_caller_locations(bool on) override {
    runtime_.observation.show_caller_locations(on);
    return true;
  }
  [[nodiscard]] StepOrigin origin_of(LocationId location) const override {
    return runtime_.observation.caller_locations().origin_of(location);
  }

  void hurry(bool on) override {
    constexpr double enough_seconds = 0.5;
    hurry_.reset();
    if (on) hurry_.emplace(enough_seconds);
  }
  void silence() override { silence_program(); }
  void show_all_variables() override { runtime_.cells.show_all(); }
  [[nodiscard]] bool outlives_its_task(ObjectId variable) const override {
    return !runtime_.cells.is_local(variable);
  }
  bool set_aside(TaskId message, bool aside) override { return runtime_.set_aside(message, aside); }
  [[nodiscard]] std::string unseen_state() const override {
    return "states are compared by the globals, the heap and the locals of main that tasks wrote; "
           "output, files and what uninstrumented libraries keep are not compared";
  }

  void add_not_covered(std::vector<NotCovered>& list) override {
    for (const NotCovered& entry : not_covered()) mazurka::add_not_covered(list, entry);
    for (const std::string& library : unseen_libraries())
      mazurka::add_not_covered(
          list, {NotCoveredKind::uninstrumented_library,
                 library + " was not compiled by mazurka: its memory accesses are not seen", ""});
    add_libraries(list);
    add_weak_accesses(list);
  }
  void add_warnings(std::vector<std::string>& to) override {
    to.insert(to.end(), warnings().begin(), warnings().end());
  }
  [[nodiscard]] bool shows_all_accesses() const override { return false; }
  [[nodiscard]] std::string last_outside_call() const override {
    return native::last_outside_call();
  }
  std::vector<std::vector<std::string>> calls_of(std::span<const Position> wanted,
                                                 std::span<const Choice> schedule,
                                                 std::size_t steps) override {
    std::vector<std::vector<std::string>> result(wanted.size());
    std::multimap<Position, std::size_t> by_position;
    for (std::size_t i = 0; i < wanted.size(); ++i) by_position.emplace(wanted[i], i);
    const Silence silence;
    runtime_.observation.record_calls(true);
    runtime_.restart();
    for (Position position = 0; position < schedule.size(); ++position) {
      const auto [begin, end] = by_position.equal_range(position);
      for (auto each = begin; each != end; ++each)
        result[each->second] =
            call_texts(runtime_.tasks.ever(schedule[position].task)->recorded.calls);
      if (position >= steps || runtime_.step(schedule[position]) == nullptr) break;
    }
    runtime_.observation.record_calls(false);  // has no effect while caller locations are shown
    return result;
  }

  [[nodiscard]] std::string describe(TaskId task) const override {
    return words_.task_without_number(task);
  }
  [[nodiscard]] std::string describe(const Event& event) const override {
    return words_.event(event);
  }
  [[nodiscard]] std::string describe(const Pending& pending) const override {
    return words_.pending(pending);
  }
  [[nodiscard]] std::optional<std::vector<OwnedLock>> locks_before(
      Position position) const override {
    if (position >= locks_.size()) return std::nullopt;
    return locks_[position];
  }

 private:
  static void add_libraries(std::vector<NotCovered>& list) {
    const std::vector<std::string> unseen = unseen_libraries();
    for (const std::string& library : libraries().of_checker())
      if (std::ranges::any_of(
              unseen, [&](const std::string& file) { return file.starts_with(library + ".so"); }))
        mazurka::add_not_covered(list, {NotCoveredKind::library_state,
                                        "the orders of calls into " + library +
                                            ", which the checker uses, too, are not explored",
                                        ""});
    for (const Library& library : libraries().all())
      if (library.is_trusted)
        mazurka::add_not_covered(
            list, {NotCoveredKind::trusted_library,
                   "the orders of calls into " + library.name + " are not explored (--trust)", ""});
  }
  void add_weak_accesses(std::vector<NotCovered>& list) const {
    const std::string where =
        runtime_.observation.has_own_weak_access() ? "" : " inside the standard library";
    for (const std::string& place : runtime_.observation.weak_accesses())
      mazurka::add_not_covered(list,
                               {NotCoveredKind::weak_memory_order,
                                "atomic accesses weaker than seq_cst" + where +
                                    " take effect at once, in program order: what weaker memory "
                                    "shows is not explored",
                                place == "?" ? "" : place});
  }
  void add_leaks(Ending& ending) const {
    for (const Leak& leak : find_leaks(runtime_)) {
      Failure failure = failures_of_leaks_.failure_for(leak, runtime_, schedule_);
      const auto same = std::ranges::find(ending.failures, failure.location, &Failure::location);
      if (same == ending.failures.end()) ending.failures.push_back(std::move(failure));
    }
    if (!ending.failures.empty()) ending.kind = EndingKind::error;
  }

  // Starts the watchdog before the first execution, not earlier: a timer ends with fork(), and the
  // program may run in a child of the process that made it.
  void watch() {
    if (!debugger_ && !std::exchange(is_watched_, true)) start_watchdog(watchdog_seconds_);
  }

  // Runs some random executions. They reveal most of what tasks share, so that explorations rarely
  // have to start again because they learn it. How many is counted, so that every machine learns
  // the same. Only code that does not end without the watchdog takes part of a second.
  void scout() {
    constexpr int most = 64;
    constexpr int enough = 4;  // stop after so many executions in a row that reveal nothing
    constexpr int most_steps = 100'000;
    // A loop that waits for a variable which is not yet known to be shared would otherwise run
    // until the watchdog's full limit.
    constexpr double most_seconds_without_event = 0.2;
    watch();
    const ShortWatch short_watch(most_seconds_without_event);
    std::minstd_rand random(1);
    int steps = 0;
    for (int i = 0, quiet = 0; i < most && quiet < enough && steps < most_steps; ++i) {
      steps += run_at_random(random);
      quiet = runtime_.knowledge.has_news() ? 0 : quiet + 1;
      runtime_.knowledge.commit();
    }
  }

  // Returns how many steps the execution had.
  int run_at_random(std::minstd_rand& random) {
    constexpr int longest_execution = 10'000;
    runtime_.restart();
    int steps = 0;
    for (; steps < longest_execution; ++steps) {
      const auto enabled = runtime_.enabled();
      if (enabled.empty()) break;
      runtime_.step(enabled[random() % enabled.size()]);
    }
    return steps;
  }

  double watchdog_seconds_;
  bool has_scouted_ = false;
  bool is_watched_ = false;
  std::optional<ShortWatch> hurry_;
  std::vector<Choice> schedule_;               // since the last restart
  std::vector<std::vector<OwnedLock>> locks_;  // locks that the task of each step held before it
  mutable LeakReport failures_of_leaks_;
  Registry registry_;
  mutable Runtime runtime_;  // mutable: ending() looks up locations and searches for leaks
  Words words_;
  mutable std::optional<Debugger> debugger_;  // mutable: ending() notifies it
};

}  // namespace

std::unique_ptr<Program> make_program(ProgramToRun program) {
  const bool is_debugged = program.options.debug;
  return std::make_unique<NativeProgram>(std::move(program), is_debugged);
}

}  // namespace mazurka::native
