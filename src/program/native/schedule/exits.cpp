#include "program/native/schedule/exits.h"

#include <algorithm>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/debug_info/symbols.h"
#include "program/native/plain_run.h"
#include "program/native/platform/complain.h"
#include "program/native/platform/export.h"
#include "program/native/platform/real_call.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {
namespace {

// Before main there is one thread and no runtime, and no constructor of ours may have run.
constexpr std::size_t most_at_start = 8192;
struct StartList {
  ExitHandler entries[most_at_start];
  std::size_t count;
  void add(const ExitHandler& handler) {
    if (count == most_at_start) give_up("static constructors register too many destructors");
    entries[count++] = handler;
  }
};
constinit StartList handlers_at_start = {};
constinit StartList quick_at_start = {};
constinit StartList thread_locals_at_start = {};

struct Owner {
  Address address;
  bool is_program;
};

// Libraries of the system keep no promises to the program that end with it.
int find_owner(dl_phdr_info* object, std::size_t, void* result) {
  auto& owner = *static_cast<Owner*>(result);
  for (std::size_t i = 0; i < object->dlpi_phnum; ++i) {
    const auto& header = object->dlpi_phdr[i];
    const Address begin = object->dlpi_addr + header.p_vaddr;
    if (header.p_type != PT_LOAD || owner.address - begin >= header.p_memsz) continue;
    const std::string_view name = object->dlpi_name;
    owner.is_program = !name.starts_with("/lib") && !name.starts_with("/usr/lib") &&
                       name.find("libmazurka_native") == std::string_view::npos;
    return 1;
  }
  return 0;
}

bool is_of_program(const ExitHandler& handler) {
  Owner owner{handler.library, false};
  dl_iterate_phdr(find_owner, &owner);
  return owner.is_program;
}

using Function = void (*)();

// The executable's array of functions to call at the very end.
std::span<const Function> last_functions() {
  static const std::span<const Function> found = [] {
    std::span<const Function> result;
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* to) {
          Address begin = 0;
          std::size_t size = 0;
          for (std::size_t i = 0; i < object->dlpi_phnum; ++i) {
            if (object->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
            const Address at = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr;
            for (const auto* each = reinterpret_cast<const Elf64_Dyn*>(at); each->d_tag != DT_NULL;
                 ++each) {
              if (each->d_tag == DT_FINI_ARRAY) begin = object->dlpi_addr + each->d_un.d_ptr;
              if (each->d_tag == DT_FINI_ARRAYSZ) size = each->d_un.d_val;
            }
          }
          *static_cast<std::span<const Function>*>(to) = {reinterpret_cast<const Function*>(begin),
                                                          size / sizeof(Function)};
          return 1;  // the first object is the executable
        },
        &result);
    return result;
  }();
  return found;
}

// The compiler's own one is always there and does nothing of interest.
bool has_last_functions() { return last_functions().size() > 1; }

// Of no interest either: it flushes std::cout.
bool is_end_of_streams(const ExitHandler& handler) {
  static const void* const known = dlsym(RTLD_DEFAULT, "_ZNSt8ios_base4InitD1Ev");
  return reinterpret_cast<const void*>(handler.code) == known;
}

}  // namespace

void Exits::begin_execution() {
  const Exits& start = exits_at_start();
  handlers = start.handlers;
  quick = start.quick;
  has_run_last = start.has_run_last;
  begun_by = nullptr;
  process_has_ended = wait_for_all_tasks = is_after_all_tasks = false;
}

const Exits& exits_at_start() {
  static const Exits known = [] {
    Exits result;
    for (std::size_t i = 0; i < handlers_at_start.count; ++i)
      if (is_of_program(handlers_at_start.entries[i]))
        result.handlers.push_back(handlers_at_start.entries[i]);
    for (std::size_t i = 0; i < quick_at_start.count; ++i)
      result.quick.push_back(quick_at_start.entries[i]);
    result.has_run_last = !has_last_functions();
    return result;
  }();
  return known;
}

std::span<const ExitHandler> thread_exits_at_start() {
  return {thread_locals_at_start.entries, thread_locals_at_start.count};
}

// --- The ends of a program, in fibers ------------------------------------------------------------

// Which task registers first decides what runs last: with more than one of them, that is an event.
void Runtime::register_exit(const ExitHandler& handler, bool is_quick, Address place) {
  order_exits(place);
  const OutsideProgram outside;
  (is_quick ? exits_.quick : exits_.handlers).push_back(handler);
}

void Runtime::order_exits(Address place) {
  Synchroniser& order =
      synchroniser(reinterpret_cast<Address>(&handlers_at_start), Synchroniser::Kind::number);
  value_of(order);
  update_number(
      order, [](std::int64_t value, std::int64_t) { return value + 1; }, 0, place);
}

void Runtime::run_handlers(std::vector<ExitHandler>& handlers) {
  while (!handlers.empty()) {  // they may register more
    const ExitHandler handler = handlers.back();
    handlers.pop_back();
    handler.code(handler.argument);
  }
}

void Runtime::run_exit_handlers() {
  exits_.begun_by = running;
  run_handlers(exits_.handlers);
  if (exits_.has_run_last) return;
  exits_.has_run_last = true;
  const auto functions = last_functions();
  for (std::size_t i = functions.size(); i-- > 0;) functions[i]();
}

// `place`: of the call; 0 is main's return.
void Runtime::check_status(int status, Address place) {
  constexpr int part_that_counts = 0xff;
  if ((status & part_that_counts) == 0 || program_.options.any_status) return;
  const OutsideProgram outside;
  if (place == 0) place = return_of_code(reinterpret_cast<Address>(program_.main));
  fail(FailureKind::exit_status, "exit status " + std::to_string(status & part_that_counts),
       "a status other than 0 means failure: what it prints in a replay may say why; --any-status "
       "lets it pass",
       place);
}

void Runtime::exit_process(HowToExit how, int status, Address place) {
  bool is_first = true;
  if (how != HowToExit::immediately) {
    order_exits(place);
    is_first = exits_.begun_by == nullptr || exits_.begun_by == running;
    if (is_first && how == HowToExit::quickly) {
      exits_.begun_by = running;
      run_handlers(exits_.quick);
    } else if (is_first) {
      run_thread_local_destructors(*running);
      run_exit_handlers();
    }
  }
  // It has not ended as a thread: whoever joins it waits until the end of the process.
  exits_.process_has_ended = true;
  if (is_first) check_status(status, place);
  running->standing = Standing::stopped;
  running->place = place;
  abandon();
}

void Runtime::end_main() {
  if (runs_plainly || exits_.is_empty() || exits_.begun_by != nullptr) return;
  exits_.wait_for_all_tasks = true;
  leave_fiber(current_->fiber);  // goes on in run_after_all_tasks()
  run_exit_handlers();
  const OutsideProgram outside;
  end_task(*current_);
}

void Runtime::run_after_all_tasks() {
  exits_.wait_for_all_tasks = false;
  if (exits_.begun_by != nullptr) return;
  exits_.is_after_all_tasks = is_quiet_ = true;
  Task& main = *created_.front();
  main.standing = Standing::ready;
  add_live(main);
  run(main);
}

// The tasks that are left may wait for what a destructor would do.
void Runtime::learn_from_deadlock() {
  if (!exits_.wait_for_all_tasks || exits_.at_once || is_knowledge_fixed_) return;
  const auto is_of_interest = [](const ExitHandler& each) { return !is_end_of_streams(each); };
  exits_.at_once_is_news =
      !exits_.has_run_last || std::ranges::any_of(exits_.handlers, is_of_interest);
}

void Runtime::need_tasks(const char* what, Address place) {
  if (!exits_.is_after_all_tasks) return;
  const OutsideProgram outside;
  fail(FailureKind::misuse,
       std::string(what) + " in an exit handler or a static destructor, after main has returned",
       "that is supported only if main ends by a call of exit()", place);
}

}  // namespace mazurka::native

// --- Calls ---------------------------------------------------------------------------------------

using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

using Destructor = void(void*);

MAZURKA_EXPORT int __cxa_atexit(void (*code)(void*), void* argument, void* library) {
  if (will_run_plainly())
    return real<int(Destructor*, void*, void*)>("__cxa_atexit")(code, argument, library);
  const ExitHandler handler{code, argument, reinterpret_cast<Address>(library)};
  if (running != nullptr)
    runtime->register_exit(handler, false, PLACE);
  else if (!the_checker_has_started)
    handlers_at_start.add(handler);  // (the checker itself ends without handlers)
  return 0;
}
MAZURKA_EXPORT int __cxa_at_quick_exit(void (*code)(void*), void* library) {
  if (will_run_plainly())
    return real<int(Destructor*, void*)>("__cxa_at_quick_exit")(code, library);
  const ExitHandler handler{code, nullptr, reinterpret_cast<Address>(library)};
  if (running != nullptr)
    runtime->register_exit(handler, true, PLACE);
  else if (!the_checker_has_started)
    quick_at_start.add(handler);
  return 0;
}
MAZURKA_EXPORT int __cxa_thread_atexit_impl(void (*destroy)(void*), void* object, void* library) {
  if (running == nullptr && will_run_plainly())
    return real<int(Destructor*, void*, void*)>("__cxa_thread_atexit_impl")(destroy, object,
                                                                            library);
  const ExitHandler handler{destroy, object, reinterpret_cast<Address>(library)};
  if (running == nullptr) {
    if (!the_checker_has_started) thread_locals_at_start.add(handler);
    return 0;
  }
  Task& task = *running;
  const OutsideProgram outside;
  task.at_exit.push_back(handler);
  return 0;
}
MAZURKA_EXPORT int __cxa_thread_atexit(void (*destroy)(void*), void* object, void* library) {
  return __cxa_thread_atexit_impl(destroy, object, library);
}

MAZURKA_EXPORT void _exit(int status) {
  if (running != nullptr && !runs_plainly)
    runtime->exit_process(HowToExit::immediately, status, PLACE);
  while (true) syscall(SYS_exit_group, status);
}
MAZURKA_EXPORT void _Exit(int status) {
  if (running != nullptr && !runs_plainly)
    runtime->exit_process(HowToExit::immediately, status, PLACE);
  _exit(status);
}
MAZURKA_EXPORT void exit(int status) {
  if (will_run_plainly()) {
    running = nullptr;
    real<void(int)>("exit")(status);
  }
  if (running != nullptr) runtime->exit_process(HowToExit::with_handlers, status, PLACE);
  _exit(status);
}
MAZURKA_EXPORT void quick_exit(int status) noexcept {
  if (will_run_plainly()) {
    running = nullptr;
    real<void(int)>("quick_exit")(status);
  }
  if (running != nullptr) runtime->exit_process(HowToExit::quickly, status, PLACE);
  _exit(status);
}
