#include "program/native/schedule/watchdog.h"

#include <algorithm>
#include <csignal>
#include <string>
#include <sys/time.h>
#include <ucontext.h>

#include <fmt/format.h>

#include "program/native/debug_info/location_text.h"
#include "program/native/debug_info/stack_walk.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

constinit bool watchdog_asks_to_stop = false;

namespace {

constexpr int ticks_per_second = 20;
constexpr std::size_t most_samples = 64;

// Written by the signal handler.
struct Watch {
  std::uint64_t execution = 0;
  Position events = 0;
  unsigned ticks = 0;  // since the last event
  Address samples[most_samples] = {};
};
Watch watch;
unsigned tick_limit = 0;     // how many ticks a task may run without a visible operation
Address blocked_at = 0;      // where a task was found blocked in a system call
unsigned limit_at_most = 0;  // a lower limit, while a ShortWatch exists; 0: none
double limit_in_seconds = 0;

bool has_moved() {
  const Runtime::Progress now = runtime->progress();
  return now.execution != watch.execution || now.events != watch.events;
}

// Reports the livelock, and abandons the task. Runs on the report stack if the watchdog interrupted
// the task.
[[noreturn]] void report_loop() {
  running = nullptr;  // like OutsideProgram, but never undone
  watchdog_asks_to_stop = false;
  std::vector<Address> places(watch.samples,
                              watch.samples + std::min<std::size_t>(watch.ticks, most_samples));
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  std::vector<std::string> lines;
  for (const Address place : places) {
    std::string line = place == 0 ? "?" : location_text(place);
    if (line != "?" && std::ranges::find(lines, line) == lines.end())
      lines.push_back(std::move(line));
  }
  std::string note;
  for (const std::string& line : lines) note += (note.empty() ? "it was seen at " : ", ") + line;
  watch.ticks = 0;
  runtime->fail(FailureKind::livelock,
                fmt::format("livelock: no visible operation within {} s of computing, in a loop "
                            "that does not end or takes longer (--watchdog)",
                            limit_in_seconds),
                note, places.empty() ? 0 : places.front());
}

// Reports that the task is blocked, and abandons it. Runs on the report stack.
[[noreturn]] void report_blocked() {
  running = nullptr;  // like OutsideProgram, but never undone
  runtime->fail(FailureKind::livelock,
                fmt::format("livelock: a system call has not returned for {} s (--watchdog)",
                            limit_in_seconds),
                "", blocked_at);
}

void abandon_task(ucontext_t& context, void (*report)()) {
  auto& registers = context.uc_mcontext.gregs;
  registers[REG_RIP] = reinterpret_cast<greg_t>(report);
  registers[REG_RSP] = static_cast<greg_t>(empty_report_stack() - sizeof(Address));
}

Address place_of(const ucontext_t& context) {
  const auto& registers = context.uc_mcontext.gregs;
  const auto place = static_cast<Address>(registers[REG_RIP]);
  return is_in_executable(place)
             ? place + 1
             : place_of_call(place, reinterpret_cast<const void*>(registers[REG_RSP]));
}

void on_tick(int, siginfo_t* info, void* context) {
  if (runtime == nullptr || running == nullptr) return;
  auto& interrupted = *static_cast<ucontext_t*>(context);
  const bool is_from_parent = info->si_code == SI_QUEUE;
  if (is_from_parent) {
    blocked_at = place_of(interrupted);
    return abandon_task(interrupted, report_blocked);
  }
  if (has_moved()) {
    watch.execution = runtime->progress().execution;
    watch.events = runtime->progress().events;
    watch.ticks = 0;
    watchdog_asks_to_stop = false;
    return;
  }
  const bool is_in_program =
      is_in_executable(static_cast<Address>(interrupted.uc_mcontext.gregs[REG_RIP]));
  watch.samples[watch.ticks % most_samples] = place_of(interrupted);
  ++watch.ticks;
  const unsigned now_allowed =
      limit_at_most != 0 ? std::min(tick_limit, limit_at_most) : tick_limit;
  if (watch.ticks < now_allowed) return;
  if (!watchdog_asks_to_stop) {
    watchdog_asks_to_stop = true;
    // The fast path of accesses checks only this field and then takes the slow path, which checks
    // watchdog_asks_to_stop: see accesses::wait_for_access().
    running->early_write = {.address = 1};
    return;
  }
  // The last resort: abandon the task where it is. Library code gets twice the time, so that it is
  // rarely abandoned while its data are inconsistent.
  if (!is_in_program && watch.ticks < 2 * now_allowed) return;
  abandon_task(interrupted, report_loop);
}

}  // namespace

void stop_looping_task() {
  if (!has_moved()) report_loop();
  watchdog_asks_to_stop = false;
}

ShortWatch::ShortWatch(double seconds) {
  limit_at_most = std::max(2u, static_cast<unsigned>(seconds * ticks_per_second));
}

ShortWatch::~ShortWatch() { limit_at_most = 0; }

void prepare_watchdog() {
  struct sigaction action {};
  action.sa_sigaction = on_tick;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction(SIGVTALRM, &action, nullptr);
}

void start_watchdog(double seconds) {
  prepare_watchdog();
  limit_in_seconds = seconds;
  constexpr double never = 1e6;
  tick_limit =
      std::max(2u, static_cast<unsigned>((seconds > 0 ? seconds : never) * ticks_per_second));
  constexpr timeval tick{.tv_sec = 0, .tv_usec = 1'000'000 / ticks_per_second};
  const itimerval timer{.it_interval = tick, .it_value = tick};
  setitimer(ITIMER_VIRTUAL, &timer, nullptr);
}

}  // namespace mazurka::native
