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
#include "program/forwarding_program.h"
#include "program/learning.h"

namespace mazurka::cli {

namespace {

// Memory that the two processes share. What does not fit is lost: the schedule then ends too early.
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

// Records each step before it happens.
class Recorded final : public ForwardingProgram {
 public:
  Recorded(Program& program, Record& record, std::uint64_t last = no_limit)
      : ForwardingProgram(program), record_(record), last_(last) {}

  // Is the last execution that may run the one that runs?
  [[nodiscard]] const std::atomic<bool>& enough() const { return enough_; }
  static constexpr std::uint64_t no_limit = ~std::uint64_t{0};
  static constexpr int nothing_before = 113;  // exit status: a new exploration would have begun

  void restart() override {
    note_knowledge();
    record_.steps_end = 0;
    if (record_.executions == last_) _exit(nothing_before);
    enough_ = ++record_.executions == last_;
    ForwardingProgram::restart();
  }
  const Event* step(Choice choice) override {
    note(choice);
    return ForwardingProgram::step(choice);
  }

 private:
  // Each new task changes what is known, as far as a schedule goes.
  void note_knowledge() {
    if (known_tasks_ == registry().task_count() && !knows_more(*this)) return;
    known_tasks_ = registry().task_count();
    record_.knowledge_end = 0;
    for (const std::string& fact : knowledge_of(*this))
      Record::add(record_.knowledge, record_.knowledge_end, fact);
  }

  void note(Choice choice) {
    std::string line = registry().path_of(choice.task);
    if (signals(choice.task))
      line += ">" + (choice.value == wakes_nobody ? "-" : registry().path_of(TaskId{choice.value}));
    else if (choice.value != 0)
      line += ":" + std::to_string(choice.value);
    Record::add(record_.steps, record_.steps_end, line);
  }

  bool signals(TaskId task) {
    pending(pending_);
    const auto found = std::ranges::find(pending_, task, &Pending::task);
    return found != pending_.end() && found->operation == OperationKind::signal;
  }

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

// Runs `code` in a separate process, and returns how that process ended, as waitpid reports it.
template <class Code>
int run_in_child(Code code) {
  // fork() would call the replacement that the program under test gets.
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
