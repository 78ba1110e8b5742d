#include "cli/child/supervision.h"

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
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/child/memory_use.h"
#include "cli/child/value_bytes.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"

namespace mazurka::cli {

// The two ends of a stream from end 1 to end 0, above the descriptors that a tested program uses.
class Pipe {
 public:
  enum class Kind : std::uint8_t {
    pipe,
    socket,  // its writer gets an error instead of SIGPIPE if the reader has died
  };
  explicit Pipe(Kind kind) {
    int ends[2];
    const int result = kind == Kind::pipe
                           ? pipe2(ends, O_CLOEXEC)
                           : socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
    if (result != 0) throw UserError("", "cannot open a pipe to an exploring process");
    constexpr int lowest = 100;
    for (int i = 0; i < 2; ++i) {
      ends_[i] = fcntl(ends[i], F_DUPFD_CLOEXEC, lowest);
      close(ends[i]);
    }
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

[[noreturn]] void be_the_child(SharedState& state, Pipe& pipe, Pipe* replies, pid_t parent,
                               std::ostream& out, std::ostream& err,
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
  if (replies != nullptr) replies->close_end(1);
  const int reading = replies != nullptr ? replies->reading() : -1;
  _exit(work_and_tell({state, records, child_out, child_err, reading}, work));
}

}  // namespace

Supervision::Supervision(SharedState& state, const ChildLimits& limits, std::ostream& out,
                         std::ostream& err, OnCommit on_commit)
    : state_(state),
      limits_(limits),
      out_(out),
      err_(err),
      on_commit_(std::move(on_commit)),
      most_memory_(limits.most_memory),
      interrupted_(watch_for_interrupts()) {}

Supervision::~Supervision() = default;

void Supervision::start(const std::function<int(const ChildSide&)>& work) {
  out_.flush();
  err_.flush();
  records_ = std::make_unique<Pipe>(Pipe::Kind::pipe);
  if (on_commit_) replies_ = std::make_unique<Pipe>(Pipe::Kind::socket);
  const pid_t parent = getpid();
  started_ = idling_.since = wall_clock();
  // fork() would call the replacement that the program under test gets.
  child_ = static_cast<pid_t>(syscall(SYS_fork));
  if (child_ < 0) throw UserError("", "cannot start an exploring process");
  if (child_ == 0) be_the_child(state_, *records_, replies_.get(), parent, out_, err_, work);
  records_->close_end(1);
  if (replies_) replies_->close_end(0);
  if (replies_) fcntl(replies_->writing(), F_SETFL, O_NONBLOCK);
  fcntl(records_->reading(), F_SETFL, O_NONBLOCK);
  reader_.emplace(records_->reading());
  is_open_ = true;
  // A child closes the pipe when it exits. It may take a moment until waitpid() says so.
  constexpr long shortest = 100'000;
  moment_ = shortest;
}

int Supervision::descriptor() const { return is_open_ ? records_->reading() : -1; }

bool Supervision::advance() {
  constexpr long longest = 10'000'000;
  const auto use = [this](RecordKind kind, std::string_view bytes) { take(kind, bytes); };
  if (!is_open_) moment_ = std::min(2 * moment_, longest);
  if (is_open_) is_open_ = reader_->read(use);
  if (!unsent_.empty()) send_replies();
  if (has_ended()) {
    if (is_open_) (void)reader_->read(use);
    is_open_ = false;
    return false;
  }
  enforce_limits();
  return true;
}

ChildResult Supervision::take_result() {
  result_.seconds = wall_clock() - started_;
  result_.last_phase = state_.phase;
  if (error_) throw UserError(*error_);
  return std::move(result_);
}

void Supervision::stop(StopReason reason) {
  if (stopped_at_ > 0) return;
  result_.reason = reason;
  stopped_at_ = wall_clock();
  state_.reason = reason;
  state_.stop_exploring = true;
}

void Supervision::reply(std::string_view bytes) {
  const std::uint64_t size = bytes.size();
  unsent_.append(reinterpret_cast<const char*>(&size), sizeof size);
  unsent_ += bytes;
  send_replies();
}

// What does not fit into the pipe is sent later: a child that has been stopped does not read.
void Supervision::send_replies() {
  while (!unsent_.empty()) {
    const ssize_t written =
        ::send(replies_->writing(), unsent_.data(), unsent_.size(), MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno != EAGAIN) unsent_.clear();  // it has died
    if (written <= 0) return;
    unsent_.erase(0, static_cast<std::size_t>(written));
  }
}

timespec Supervision::time_to_wait() const {
  if (!is_open_) return {.tv_sec = 0, .tv_nsec = moment_};
  constexpr double often = 0.02;
  constexpr double seldom = 0.1;
  double seconds = stopped_at_ > 0 || state_.phase == Phase::explaining ? often : seldom;
  const double left = limits_.timeout_seconds - (wall_clock() - started_);
  if (limits_.timeout_seconds > 0 && left < seconds) seconds = std::max(left, 1e-3);
  return {.tv_sec = 0, .tv_nsec = static_cast<long>(seconds * 1e9)};
}

bool Supervision::has_ended() {
  pid_t ended = 0;
  rusage usage{};
  while ((ended = wait4(child_, &result_.wait_status, WNOHANG, &usage)) < 0 && errno == EINTR) {
  }
  result_.peak_memory_kib = static_cast<std::uint64_t>(usage.ru_maxrss);
  return ended != 0;
}

void Supervision::enforce_limits() {
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

bool Supervision::takes_too_much_memory(double now) {
  constexpr double at_first = 0.05;  // finding out costs a fraction of a millisecond
  if (now - started_ < at_first) return false;
  if (!most_memory_) most_memory_ = memory_available() / 4 * 3;
  return *most_memory_ > 0 && memory_used_by(child_) > *most_memory_;
}

void Supervision::look_for_reason(double now) {
  if (interrupted_.load(std::memory_order_relaxed))
    stop(StopReason::interrupt);
  else if (limits_.timeout_seconds > 0 && now - started_ >= limits_.timeout_seconds)
    stop(StopReason::timeout);
  else if (takes_too_much_memory(now))
    stop(StopReason::memory);
}

// A task that computes gets more than a hundredth of the processor time, even on a machine with
// much other load. In its first executions, by which it learns, the program gets less time.
void Supervision::look_for_blocked_task(double now, Phase phase) {
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

void Supervision::enforce_budget(double now) {
  const double used = processor_time(child_);
  if (explaining_since_ == 0) {
    explaining_since_ = now;
    used_before_ = used;
  }
  const double spent = std::max(used - used_before_, (now - explaining_since_) / waiting_factor);
  const bool is_urgent =
      stopped_at_ > 0 && !(limits_.explains_after_timeout && result_.reason == StopReason::timeout);
  if (spent > shortening_part * limits_.explain_seconds ||
      (is_urgent && now > stopped_at_ + grace * shortening_part))
    state_.stop_shortening = true;
  if (spent > limits_.explain_seconds) kill_child();
}

void Supervision::kill_child() {
  result_.was_killed = true;
  kill(child_, SIGKILL);
}

void Supervision::take(RecordKind kind, std::string_view bytes) {
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
    case RecordKind::commit:
      on_commit_(bytes);
      break;
    case RecordKind::origin:
      result_.origin = bytes;
      break;
    case RecordKind::jobs:
      result_.jobs = bytes;
      break;
    case RecordKind::execution:
      result_.executions.emplace_back(bytes);
      break;
    case RecordKind::learned:
      read_bytes(bytes, result_.learned.emplace());
      break;
    case RecordKind::not_covered:
      read_bytes(bytes, result_.not_covered);
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

namespace {

// Errors of one execution follow each other. Sharing it saves megabytes for each of them.
void share_execution(Counterexample& error, const Counterexample& previous) {
  error.events.share_with(previous.events);
  error.races.share_with(previous.races);
  error.choices.share_with(previous.choices);
  error.schedule.steps.share_with(previous.schedule.steps);
  error.schedule.knowledge.share_with(previous.schedule.knowledge);
}

}  // namespace

void Supervision::take_error(std::string_view bytes) {
  std::uint64_t index = 0;
  Counterexample error;
  read_bytes(bytes, index, error);
  if (index >= result_.errors.size()) result_.errors.resize(index + 1);
  if (index > 0) share_execution(error, result_.errors[index - 1]);
  result_.errors[index] = std::move(error);
}

void Supervision::take_place(std::string_view bytes) {
  std::uint64_t index = 0;
  OtherPlace place;
  read_bytes(bytes, index, place);
  if (index < result_.errors.size()) result_.errors[index].others.push_back(std::move(place));
}

}  // namespace mazurka::cli
