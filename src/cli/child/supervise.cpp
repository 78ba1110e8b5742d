#include "cli/child/supervise.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/child/memory_use.h"
#include "cli/child/value_bytes.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"

namespace mazurka::cli {

namespace {

// How long after a limit or a signal the child may take to end by itself.
constexpr double grace = 0.75;
// When the child stops simplifying errors, in parts of the time that it has to explain them: the
// rest is for describing what it has.
constexpr double shortening_part = 0.6;
// The time for explaining is processor time, so that other load does not shorten reports. A child
// that waits instead of computing is killed after this many times as long.
constexpr double waiting_factor = 3;

double wall_clock() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

// Returns the processor time that a process has used, in seconds.
double processor_time(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The two ends of a pipe, above the descriptors that a tested program uses.
class Pipe {
 public:
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      throw UserError("", "cannot open a pipe to an exploring process");
    constexpr int lowest = 100;
    for (int i = 0; i < 2; ++i) {
      ends_[i] = fcntl(ends[i], F_DUPFD_CLOEXEC, lowest);
      close(ends[i]);
    }
    fcntl(ends_[0], F_SETFL, O_NONBLOCK);
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] int reading() const { return ends_[0]; }
  [[nodiscard]] int writing() const { return ends_[1]; }
  void close_end(int which) {
    if (ends_[which] >= 0) close(ends_[which]);
    ends_[which] = -1;
  }

 private:
  int ends_[2] = {-1, -1};
};

int work_and_tell(const ChildSide& side, const std::function<int(const ChildSide&)>& work) try {
  const int status = work(side);
  side.out.flush();
  side.err.flush();
  side.records.write(RecordKind::done, bytes_of(status));
  return 0;
} catch (const UserError& error) {
  side.err.flush();
  side.records.write(RecordKind::user_error,
                     bytes_of(error.where, error.message, error.hint, error.excerpt));
  return 0;
} catch (const std::bad_alloc&) {
  side.records.write(RecordKind::no_memory);
  return 0;
} catch (const std::exception& error) {
  side.err.flush();
  side.records.write(RecordKind::mistake, bytes_of(std::string(error.what())));
  return 0;
}

[[noreturn]] void be_the_child(SharedState& state, Pipe& pipe, pid_t parent, std::ostream& out,
                               std::ostream& err,
                               const std::function<int(const ChildSide&)>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // the parent died before the call above
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  pipe.close_end(0);
  const RecordWriter records(pipe.writing());
  RelayedText out_text(records, RecordKind::out);
  RelayedText err_text(records, RecordKind::err);
  std::ostream child_out(&out_text);
  std::ostream child_err(&err_text);
  use_descriptor_of(out, child_out);
  use_descriptor_of(err, child_err);
  child_err << std::unitbuf;
  _exit(work_and_tell({state, records, child_out, child_err}, work));
}

// The parent's side of one child.
class Supervision {
 public:
  Supervision(SharedState& state, const ChildLimits& limits, std::ostream& out, std::ostream& err)
      : state_(state),
        limits_(limits),
        out_(out),
        err_(err),
        most_memory_(limits.most_memory),
        interrupted_(watch_for_interrupts()) {}

  ChildResult run(const std::function<int(const ChildSide&)>& work) {
    out_.flush();
    err_.flush();
    Pipe pipe;
    const pid_t parent = getpid();
    started_ = idling_.since = wall_clock();
    // fork() would call the replacement that the program under test gets.
    child_ = static_cast<pid_t>(syscall(SYS_fork));
    if (child_ < 0) throw UserError("", "cannot start an exploring process");
    if (child_ == 0) be_the_child(state_, pipe, parent, out_, err_, work);
    pipe.close_end(1);
    watch(pipe.reading());
    result_.seconds = wall_clock() - started_;
    result_.last_phase = state_.phase;
    if (error_) throw UserError(*error_);
    return std::move(result_);
  }

 private:
  void watch(int pipe) {
    RecordReader reader(pipe);
    const auto use = [this](RecordKind kind, std::string_view bytes) { take(kind, bytes); };
    bool is_open = true;
    // A child closes the pipe when it exits. It may take a moment until waitpid() says so.
    constexpr long shortest = 100'000;
    constexpr long longest = 10'000'000;
    long moment = shortest;
    while (true) {
      pollfd wanted{.fd = is_open ? pipe : -1, .events = POLLIN, .revents = 0};
      const timespec time = is_open ? time_to_wait() : timespec{.tv_sec = 0, .tv_nsec = moment};
      ppoll(&wanted, 1, &time, nullptr);
      if (!is_open) moment = std::min(2 * moment, longest);
      if (is_open) is_open = reader.read(use);
      if (has_ended()) break;
      enforce_limits();
    }
    if (is_open) (void)reader.read(use);
  }

  // Returns when the limits must be looked at again.
  [[nodiscard]] timespec time_to_wait() const {
    constexpr double often = 0.02;
    constexpr double seldom = 0.1;
    double seconds = stopped_at_ > 0 || state_.phase == Phase::explaining ? often : seldom;
    const double left = limits_.timeout_seconds - (wall_clock() - started_);
    if (limits_.timeout_seconds > 0 && left < seconds) seconds = std::max(left, 1e-3);
    return {.tv_sec = 0, .tv_nsec = static_cast<long>(seconds * 1e9)};
  }

  [[nodiscard]] bool has_ended() {
    pid_t ended = 0;
    rusage usage{};
    while ((ended = wait4(child_, &result_.wait_status, WNOHANG, &usage)) < 0 && errno == EINTR) {
    }
    result_.peak_memory_kib = static_cast<std::uint64_t>(usage.ru_maxrss);
    return ended != 0;
  }

  void enforce_limits() {
    const double now = wall_clock();
    if (stopped_at_ == 0) look_for_reason(now);
    const Phase phase = state_.phase;
    if (limits_.blocked_seconds > 0) look_for_blocked_task(now, phase);
    if (phase == Phase::explaining) enforce_budget(now);
    // With a generous budget, only the exploration has to end now.
    const bool may_explain = phase == Phase::explaining && limits_.explains_after_timeout &&
                             result_.reason == StopReason::timeout;
    if (stopped_at_ > 0 && now > stopped_at_ + grace && phase != Phase::saving && !may_explain)
      kill_child();
    // A child that takes more and more memory cannot be given time.
    if (result_.reason == StopReason::memory &&
        memory_used_by(child_) > *most_memory_ + *most_memory_ / 8)
      kill_child();
  }

  [[nodiscard]] bool takes_too_much_memory(double now) {
    constexpr double at_first = 0.05;  // finding out costs a fraction of a millisecond
    if (now - started_ < at_first) return false;
    if (!most_memory_) most_memory_ = memory_available() / 4 * 3;
    return *most_memory_ > 0 && memory_used_by(child_) > *most_memory_;
  }

  void look_for_reason(double now) {
    if (interrupted_.load(std::memory_order_relaxed))
      result_.reason = StopReason::interrupt;
    else if (limits_.timeout_seconds > 0 && now - started_ >= limits_.timeout_seconds)
      result_.reason = StopReason::timeout;
    else if (takes_too_much_memory(now))
      result_.reason = StopReason::memory;
    else
      return;
    stopped_at_ = now;
    state_.reason = result_.reason;
    state_.stop_exploring = true;
  }

  // A task that computes gets more than a hundredth of the processor time, even on a machine with
  // much other load. In its first executions, by which it learns, the program gets less time.
  void look_for_blocked_task(double now, Phase phase) {
    constexpr double little = 0.01;
    constexpr double at_start = 1;
    const double limit = phase == Phase::starting ? std::min(at_start, limits_.blocked_seconds)
                                                  : limits_.blocked_seconds;
    const Idling current{state_.runs, state_.step_count, now, processor_time(child_)};
    if (current.runs != idling_.runs || current.steps != idling_.steps ||
        current.used - idling_.used > little * (now - idling_.since)) {
      idling_ = current;
    } else if (now - idling_.since > limit) {
      sigqueue(child_, SIGVTALRM, {});
      idling_ = current;
    }
  }

  void enforce_budget(double now) {
    const double used = processor_time(child_);
    if (explaining_since_ == 0) {
      explaining_since_ = now;
      used_before_ = used;
    }
    const double spent = std::max(used - used_before_, (now - explaining_since_) / waiting_factor);
    const bool is_urgent = stopped_at_ > 0 && !(limits_.explains_after_timeout &&
                                                result_.reason == StopReason::timeout);
    if (spent > shortening_part * limits_.explain_seconds ||
        (is_urgent && now > stopped_at_ + grace * shortening_part))
      state_.stop_shortening = true;
    if (spent > limits_.explain_seconds) kill_child();
  }

  void kill_child() {
    result_.was_killed = true;
    kill(child_, SIGKILL);
  }

  void take(RecordKind kind, std::string_view bytes) {
    switch (kind) {
      case RecordKind::knowledge:
        read_bytes(bytes, result_.knowledge);
        break;
      case RecordKind::begin:
        read_bytes(bytes, result_.algorithm);
        result_.errors.clear();
        break;
      case RecordKind::error:
        take_error(bytes);
        break;
      case RecordKind::place:
        take_place(bytes);
        break;
      case RecordKind::warning:
        read_bytes(bytes, result_.warnings.emplace_back());
        break;
      case RecordKind::summary:
        read_bytes(bytes, result_.summary.emplace());
        break;
      case RecordKind::checkpoint:
        read_bytes(bytes, result_.has_checkpoint);
        break;
      case RecordKind::out:
        out_ << bytes << std::flush;
        break;
      case RecordKind::err:
        err_ << bytes << std::flush;
        break;
      case RecordKind::user_error: {
        std::string where, message, hint, excerpt;
        read_bytes(bytes, where, message, hint, excerpt);
        error_.emplace(where, message, hint, excerpt);
        break;
      }
      case RecordKind::mistake:
        read_bytes(bytes, result_.mistake.emplace());
        break;
      case RecordKind::no_memory:
        result_.ran_out_of_memory = true;
        break;
      case RecordKind::survived:
        result_.survived = true;
        break;
      case RecordKind::done:
        read_bytes(bytes, result_.status.emplace());
        break;
    }
  }

  void take_error(std::string_view bytes) {
    std::uint64_t index = 0;
    Counterexample error;
    read_bytes(bytes, index, error);
    if (index >= result_.errors.size()) result_.errors.resize(index + 1);
    result_.errors[index] = std::move(error);
  }

  void take_place(std::string_view bytes) {
    std::uint64_t index = 0;
    OtherPlace place;
    read_bytes(bytes, index, place);
    if (index < result_.errors.size()) result_.errors[index].others.push_back(std::move(place));
  }

  SharedState& state_;
  const ChildLimits& limits_;
  std::ostream& out_;
  std::ostream& err_;
  std::optional<std::uint64_t> most_memory_;  // none: not known yet
  const std::atomic<bool>& interrupted_;
  pid_t child_ = 0;
  double started_ = 0;
  double stopped_at_ = 0;        // when the child was told to stop; 0: it was not
  double explaining_since_ = 0;  // 0: it does not explain errors yet
  double used_before_ = 0;       // processor time until then
  struct Idling {
    std::uint64_t runs = 0;
    std::uint32_t steps = 0;
    double since = 0;
    double used = 0;  // processor time until then
  };
  Idling idling_;  // when the child last made a step or used much processor time
  ChildResult result_;
  std::optional<UserError> error_;
};

}  // namespace

ChildResult supervise(SharedState& state, const ChildLimits& limits, std::ostream& out,
                      std::ostream& err, const std::function<int(const ChildSide&)>& work) {
  return Supervision(state, limits, out, err).run(work);
}

bool has_given_up(const SharedState& state, const ChildResult& result) {
  return state.gave_up && WIFEXITED(result.wait_status) &&
         WEXITSTATUS(result.wait_status) == wrong_input;
}

void ChildResult::throw_mistake() const {
  if (mistake) throw std::runtime_error(*mistake);
}

std::string end_in_words(int wait_status) {
  if (WIFSIGNALED(wait_status)) {
    const int signal = WTERMSIG(wait_status);
    return "was terminated by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
  }
  return "exited with status " + std::to_string(WEXITSTATUS(wait_status));
}

}  // namespace mazurka::cli
