#include "cli/isolated_run.h"

#include <algorithm>
#include <cstring>
#include <sstream>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/child_signals.h"
#include "core/user_error.h"

namespace mazurka::cli {

namespace {

// Shared by the two processes. What does not fit is lost: the schedule then ends too early.
struct Record {
  static constexpr std::size_t room = std::size_t{1} << 20;
  std::uint64_t executions;
  std::size_t steps_end;
  std::size_t knowledge_end;
  char steps[room];      // "0.1:2" or "0>1.0" in each line
  char knowledge[room];  // a fact in each line

  static void add(char* text, std::size_t& end, const std::string& line) {
    if (end + line.size() + 1 > room) return;
    std::memcpy(text + end, line.data(), line.size());
    text[end + line.size()] = '\n';
    end += line.size() + 1;
  }
};

// Forwards everything, and writes each step down before it happens.
class Recorded final : public Program {
 public:
  Recorded(Program& program, Record& record, std::uint64_t last = no_limit)
      : program_(program), record_(record), last_(last) {}

  // Is the last execution that may run the one that runs?
  [[nodiscard]] const std::atomic<bool>& enough() const { return enough_; }
  static constexpr std::uint64_t no_limit = ~std::uint64_t{0};
  static constexpr int nothing_before = 113;  // exit status: a new exploration would have begun

  Registry& registry() override { return program_.registry(); }
  void restart() override {
    note_knowledge();
    record_.steps_end = 0;
    if (record_.executions == last_) _exit(nothing_before);
    enough_ = ++record_.executions == last_;
    program_.restart();
  }
  const Event* step(Choice choice) override {
    note(choice);
    return program_.step(choice);
  }
  std::span<const Choice> enabled() override { return program_.enabled(); }
  void pending(std::vector<Pending>& result) override { program_.pending(result); }
  [[nodiscard]] Ending ending() const override { return program_.ending(); }
  bool holds(ConditionId condition, const Valuation& values, AccessListId& reads) override {
    return program_.holds(condition, values, reads);
  }
  [[nodiscard]] AccessListId scope_of(ConditionId condition) const override {
    return program_.scope_of(condition);
  }
  [[nodiscard]] std::int64_t initial_value(ObjectId variable) const override {
    return program_.initial_value(variable);
  }
  [[nodiscard]] bool knows_more() const override { return program_.knows_more(); }
  void use_what_it_knows() override { program_.use_what_it_knows(); }
  [[nodiscard]] std::vector<std::string> knowledge() const override { return program_.knowledge(); }
  void use_knowledge(std::span<const std::string> knowledge) override {
    program_.use_knowledge(knowledge);
  }
  [[nodiscard]] std::vector<std::string> identities() const override {
    return program_.identities();
  }
  void use_identities(std::span<const std::string> identities) override {
    program_.use_identities(identities);
  }
  void add_notes(std::vector<std::string>& notes) override { program_.add_notes(notes); }
  std::vector<std::vector<std::string>> calls_of(std::span<const Position> wanted,
                                                 std::span<const Choice> schedule) override {
    return program_.calls_of(wanted, schedule);
  }
  [[nodiscard]] std::uint64_t mailbox_fingerprint() const override {
    return program_.mailbox_fingerprint();
  }
  [[nodiscard]] std::uint64_t state_fingerprint() const override {
    return program_.state_fingerprint();
  }
  [[nodiscard]] std::string describe(TaskId task) const override { return program_.describe(task); }
  [[nodiscard]] std::string describe(const Event& event) const override {
    return program_.describe(event);
  }
  [[nodiscard]] std::string describe(const Pending& pending) const override {
    return program_.describe(pending);
  }

 private:
  // Each new task changes what is known, as far as a schedule goes.
  void note_knowledge() {
    if (known_tasks_ == program_.registry().task_count() && !program_.knows_more()) return;
    known_tasks_ = program_.registry().task_count();
    record_.knowledge_end = 0;
    for (const std::string& fact : program_.knowledge())
      Record::add(record_.knowledge, record_.knowledge_end, fact);
  }

  void note(Choice choice) {
    const Registry& registry = program_.registry();
    std::string line = registry.path_of(choice.task);
    if (signals(choice.task))
      line += ">" + (choice.value == wakes_nobody ? "-" : registry.path_of(TaskId{choice.value}));
    else if (choice.value != 0)
      line += ":" + std::to_string(choice.value);
    Record::add(record_.steps, record_.steps_end, line);
  }

  bool signals(TaskId task) {
    program_.pending(pending_);
    const auto found = std::ranges::find(pending_, task, &Pending::task);
    return found != pending_.end() && found->operation == OperationKind::signal;
  }

  Program& program_;
  Record& record_;
  std::vector<Pending> pending_;
  std::uint32_t known_tasks_ = 0;
  std::uint64_t last_;
  std::atomic<bool> enough_ = false;
};

Schedule schedule_of(const Record& record) {
  Schedule result;
  std::istringstream steps(std::string(record.steps, record.steps_end));
  for (std::string line; std::getline(steps, line);) {
    ScheduleStep& step = result.steps.emplace_back();
    const std::size_t at = line.find_first_of(":>");
    step.task = line.substr(0, at);
    if (at == std::string::npos) continue;
    if (line[at] == '>')
      step.woken = line.substr(at + 1);
    else
      step.value = static_cast<std::uint32_t>(std::stoul(line.substr(at + 1)));
  }
  std::istringstream knowledge(std::string(record.knowledge, record.knowledge_end));
  for (std::string line; std::getline(knowledge, line);) result.knowledge.push_back(line);
  return result;
}

// How `code` ended in a process of its own, as waitpid says.
template <class Code>
int run_in_child(Code code) {
  // Not fork(): in a program under test, that name stands for what the program calls.
  const auto child = static_cast<pid_t>(syscall(SYS_fork));
  if (child < 0) throw UserError("", "--isolate: cannot start a process");
  if (child == 0) _exit(code());
  return ChildSignals().wait_for(child);
}

}  // namespace

int run_isolated(Program& program, const IsolatedRun& run) {
  void* const memory = mmap(nullptr, sizeof(Record), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw UserError("", "not enough memory for --isolate");
  auto& record = *static_cast<Record*>(memory);
  const int status = run_in_child([&] {
    Recorded recorded(program, record);
    return run.explore(recorded);
  });
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  const SuddenEnd end{.how = "signal " + std::to_string(WTERMSIG(status)),
                      .executions = record.executions,
                      .schedule = schedule_of(record)};
  if (run.explore_again != nullptr && end.executions > 1) {
    record.executions = 0;
    const int again = run_in_child([&] {
      Recorded recorded(program, record, end.executions - 1);
      return run.explore_again(recorded, end, recorded.enough());
    });
    if (WIFEXITED(again) && WEXITSTATUS(again) != Recorded::nothing_before)
      return WEXITSTATUS(again);
  }
  return run.report(end);
}

}  // namespace mazurka::cli
