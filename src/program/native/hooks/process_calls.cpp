// Other processes, signals, and libraries that are loaded at run time: effects that the checker
// cannot undo. Mazurka prints one warning per place in the code that makes such a call.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <spawn.h>
#include <string>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/debug_info/warnings.h"
#include "program/native/hooks/thread_calls.h"
#include "program/native/kernel/signals.h"
#include "program/native/platform/direct_calls.h"
#include "program/native/platform/export.h"
#include "program/native/platform/raw_system_call.h"
#include "program/native/platform/real_call.h"
#include "program/native/process/libraries.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

namespace {

constexpr const char* no_child =
    "it fails with ENOSYS, and what another process would do is not "
    "checked";

int refuse(const char* what, Address place) {
  warn_once(NotCoveredKind::refused_call, what, no_child, place);
  errno = ENOSYS;
  return -1;
}

}  // namespace

// --- Other processes -----------------------------------------------------------------------------

MAZURKA_EXPORT pid_t fork() noexcept {
  if (running != nullptr) return refuse("fork is not supported", PLACE);
  static auto* const of_libc = real<pid_t()>("fork");
  return of_libc();
}
MAZURKA_EXPORT pid_t vfork() noexcept { return refuse("vfork is not supported", PLACE); }
MAZURKA_EXPORT int system(const char* command) {
  if (running != nullptr) return refuse("system is not supported", PLACE);
  static auto* const of_libc = real<int(const char*)>("system");
  return of_libc(command);
}
MAZURKA_EXPORT FILE* popen(const char* command, const char* mode) {
  if (running != nullptr) {
    (void)refuse("popen is not supported", PLACE);
    return nullptr;
  }
  static auto* const of_libc = real<FILE*(const char*, const char*)>("popen");
  return of_libc(command, mode);
}
MAZURKA_EXPORT int execve(const char* file, char* const* words, char* const* environment) noexcept {
  if (running != nullptr) return refuse("execve is not supported", PLACE);
  return static_cast<int>(
      raw_system_call(SYS_execve, as_long(file), as_long(words), as_long(environment)));
}
#define EXEC(name)                                                           \
  MAZURKA_EXPORT int name(const char* file, char* const* words) {            \
    if (running != nullptr) return refuse(#name " is not supported", PLACE); \
    return real<int(const char*, char* const*)>(#name)(file, words);         \
  }
EXEC(execv)
EXEC(execvp)
MAZURKA_EXPORT int execl(const char*, const char*, ...) noexcept {
  return refuse("execl is not supported", PLACE);
}
MAZURKA_EXPORT int execlp(const char*, const char*, ...) noexcept {
  return refuse("execlp is not supported", PLACE);
}
#define SPAWN(name)                                                                        \
  MAZURKA_EXPORT int name(                                                                 \
      pid_t* child, const char* file, const posix_spawn_file_actions_t* actions,           \
      const posix_spawnattr_t* attributes, char* const* words, char* const* environment) { \
    if (running != nullptr) return refuse(#name " is not supported", PLACE), ENOSYS;       \
    return real<int(pid_t*, const char*, const posix_spawn_file_actions_t*,                \
                    const posix_spawnattr_t*, char* const*, char* const*)>(#name)(         \
        child, file, actions, attributes, words, environment);                             \
  }
SPAWN(posix_spawn)
SPAWN(posix_spawnp)
MAZURKA_EXPORT long ptrace(int, ...) noexcept { return refuse("ptrace is not supported", PLACE); }

// Process and thread ids are the same in every run, so that a schedule can be replayed.
MAZURKA_EXPORT pid_t getpid() noexcept {
  constexpr pid_t some_number = 1000;
  return running != nullptr ? some_number : static_cast<pid_t>(raw_system_call(SYS_getpid));
}
MAZURKA_EXPORT pid_t gettid() noexcept {
  if (running == nullptr) return static_cast<pid_t>(raw_system_call(SYS_gettid));
  return getpid() + static_cast<pid_t>(running->area.value);
}

// --- Signals: supported only if a task raises one for itself; its handler runs at once -----------

namespace {

bool is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT;
}

int raise_in_task(int signal, Address place) {
  if (signal < 0 || signal >= most_signals) {
    errno = EINVAL;
    return -1;
  }
  const sighandler_t handler = handlers_of_signals[signal];
  if (signal == 0 || handler == SIG_IGN) return 0;
  if (handler != SIG_DFL) {
    handler(signal);
    return 0;
  }
  if (is_ignored_by_default(signal)) return 0;
  const OutsideProgram outside;
  runtime->fail(FailureKind::crash, std::string("signal: ") + strsignal(signal), "", place);
}

constexpr const char* only_own = "its handler runs only if a task raises the signal for itself";

}  // namespace

MAZURKA_EXPORT sighandler_t signal(int signal, sighandler_t handler) noexcept {
  if (running == nullptr) {
    struct sigaction now {};
    struct sigaction before {};
    now.sa_handler = handler;
    return sigaction(signal, &now, &before) == 0 ? before.sa_handler : SIG_ERR;
  }
  if (signal <= 0 || signal >= most_signals) {
    errno = EINVAL;
    return SIG_ERR;
  }
  warn_once(NotCoveredKind::uncontrolled_call, "signals are not supported", only_own, PLACE);
  return std::exchange(handlers_of_signals[signal], handler);
}
MAZURKA_EXPORT int sigaction(int signal, const struct sigaction* now,
                             struct sigaction* before) noexcept {
  if (running == nullptr) {
    static auto* const of_libc =
        real<int(int, const struct sigaction*, struct sigaction*)>("sigaction");
    return of_libc(signal, now, before);
  }
  if (signal <= 0 || signal >= most_signals) {
    errno = EINVAL;
    return -1;
  }
  if (before != nullptr) {
    *before = {};
    before->sa_handler = handlers_of_signals[signal];
  }
  if (now == nullptr) return 0;
  warn_once(NotCoveredKind::uncontrolled_call, "signals are not supported", only_own, PLACE);
  handlers_of_signals[signal] = now->sa_handler;
  return 0;
}
MAZURKA_EXPORT int raise(int signal) noexcept {
  if (running != nullptr) return raise_in_task(signal, PLACE);
  return kill(getpid(), signal);
}
MAZURKA_EXPORT int kill(pid_t process, int signal) noexcept {
  if (running == nullptr) return static_cast<int>(raw_system_call(SYS_kill, process, signal));
  if (process == getpid() || process == 0) {
    warn_once(NotCoveredKind::uncontrolled_call, "kill is supported for the calling task only",
              "it takes the signal, at once", PLACE);
    return raise_in_task(signal, PLACE);
  }
  return refuse("kill of another process is not supported", PLACE);
}
MAZURKA_EXPORT int pthread_kill(pthread_t thread, int signal) noexcept {
  if (running == nullptr || signal == 0) return 0;
  if (task_of(thread) == running) return raise_in_task(signal, PLACE);
  warn_once(NotCoveredKind::refused_call, "signals between threads are not supported",
            "pthread_kill does nothing", PLACE);
  return 0;
}
MAZURKA_EXPORT int pthread_sigmask(int how, const sigset_t* now, sigset_t* before) noexcept {
  if (running == nullptr)
    return raw_system_call(SYS_rt_sigprocmask, how, as_long(now), as_long(before), 8) == 0 ? 0
                                                                                           : errno;
  if (before != nullptr) sigemptyset(before);
  // Libraries block signals around what must not be interrupted, and nothing ever is.
  if (now != nullptr && is_in_executable(reinterpret_cast<Address>(__builtin_return_address(0))))
    warn_once(NotCoveredKind::uncontrolled_call, "signals are not supported",
              "pthread_sigmask has no effect", PLACE);
  return 0;
}
MAZURKA_EXPORT int sigprocmask(int how, const sigset_t* now, sigset_t* before) noexcept {
  if (running == nullptr)
    return static_cast<int>(
        raw_system_call(SYS_rt_sigprocmask, how, as_long(now), as_long(before), 8));
  if (before != nullptr) sigemptyset(before);
  if (now != nullptr)
    warn_once(NotCoveredKind::uncontrolled_call, "signals are not supported",
              "sigprocmask has no effect", PLACE);
  return 0;
}

namespace {

[[noreturn]] void waits_for_signal(const char* what, Address place) {
  const OutsideProgram outside;
  runtime->fail(FailureKind::runtime_error,
                std::string(what) + " waits for a signal, and signals are not supported", "",
                place);
}

}  // namespace

MAZURKA_EXPORT int pause() {
  if (running != nullptr) waits_for_signal("pause", PLACE);
  return static_cast<int>(raw_system_call(SYS_pause));
}
MAZURKA_EXPORT int sigwait(const sigset_t*, int*) {
  if (running != nullptr) waits_for_signal("sigwait", PLACE);
  return ENOSYS;
}
MAZURKA_EXPORT int sigsuspend(const sigset_t*) {
  if (running != nullptr) waits_for_signal("sigsuspend", PLACE);
  errno = ENOSYS;
  return -1;
}
MAZURKA_EXPORT unsigned alarm(unsigned) noexcept {
  if (running != nullptr)
    warn_once(NotCoveredKind::uncontrolled_call, "signals are not supported",
              "the one of this alarm never comes", PLACE);
  return 0;
}
MAZURKA_EXPORT int setitimer(int which, const itimerval* now, itimerval* before) noexcept {
  if (running != nullptr) {
    warn_once(NotCoveredKind::uncontrolled_call, "signals are not supported",
              "the ones of this timer never come", PLACE);
    return 0;
  }
  return static_cast<int>(raw_system_call(SYS_setitimer, which, as_long(now), as_long(before)));
}

// --- Libraries -----------------------------------------------------------------------------------

// The loaded library stays loaded in later executions, because the data of the dynamic linker are
// not rewound. Its data are rewound to what they were when it was loaded. Its code is guarded as
// that of other libraries.
MAZURKA_EXPORT void* dlopen(const char* file, int flags) noexcept {
  static auto* const of_libc = real<void*(const char*, int)>("dlopen");
  if (running == nullptr) {
    void* const library = of_libc(file, flags);
    if (runs_with_threads) call_directly();
    return library;
  }
  // A library that loads parts of itself is not reported: it is not instrumented anyway.
  if (is_in_executable(reinterpret_cast<Address>(__builtin_return_address(0))))
    warn_once(NotCoveredKind::uncontrolled_call, "dlopen is not supported",
              "the library stays loaded, and its memory accesses are not checked", PLACE);
  const OutsideProgram outside;
  MappedWhileLoading::begin();
  void* const result = of_libc(file, flags);
  MappedWhileLoading::end();
  if (runs_plainly) return result;
  runtime->snapshot.add_loaded_objects();
  libraries().find();
  runtime->knowledge.library_was_loaded(result, flags);
  libraries().trust(runtime->program.options.trusted);
  // A library is closed as soon as it is loaded. Otherwise a call of it would be an event only in
  // later executions, in which it is loaded already.
  if (!runtime->is_quiet()) close_libraries();
  return result;
}
// The text belongs to what dlopen() has allocated outside of the program's heap.
MAZURKA_EXPORT char* dlerror() noexcept {
  static auto* const of_libc = real<char*()>("dlerror");
  const OutsideProgram outside;
  return of_libc();
}
MAZURKA_EXPORT int dlclose(void* library) noexcept {
  if (running != nullptr) return 0;  // the next execution opens it again
  static auto* const of_libc = real<int(void*)>("dlclose");
  return of_libc(library);
}
