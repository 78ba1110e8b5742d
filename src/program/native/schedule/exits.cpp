#include "program/native/schedule/exits.h"

#include <algorithm>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string>
#include <string_view>

#include "program/native/debug_info/symbols.h"
#include "program/native/platform/complain.h"
#include "program/native/schedule/number.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {
namespace {

// Handlers that are registered before main, when there is one thread and no runtime. They are
// stored in constant-initialised arrays, because constructors of the checker may not have run yet.
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

// Finds out whether an address belongs to the program. Handlers of system libraries are ignored:
// they have no effect that the program could observe.
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

// Returns the executable's DT_FINI_ARRAY: functions that are called after all other handlers.
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

// Returns whether DT_FINI_ARRAY has functions besides the one that the compiler always adds.
bool has_last_functions() { return last_functions().size() > 1; }

// Returns whether the handler is the library's own, which only flushes std::cout.
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

void add_exit_at_start(ExitKind kind, const ExitHandler& handler) {
  switch (kind) {
    case ExitKind::normal:
      return handlers_at_start.add(handler);
    case ExitKind::quick:
      return quick_at_start.add(handler);
    case ExitKind::thread_local_data:
      return thread_locals_at_start.add(handler);
  }
}

std::span<const ExitHandler> thread_exits_at_start() {
  return {thread_locals_at_start.entries, thread_locals_at_start.count};
}

// --- Ends of the program: called in fibers -------------------------------------------------------

namespace {

void order_exits(Address place) {
  update_number(
      number_at(RuntimeState::exit_handlers),
      [](std::int64_t value, std::int64_t) { return value + 1; }, 0, place);
}

// Reports a failure unless the status is 0 or --any-status is set. `place` is that of the call of
// exit(), or 0 if main returns.
void check_status(int status, Address place) {
  constexpr int part_that_counts = 0xff;
  if ((status & part_that_counts) == 0 || runtime->program.options.any_status) return;
  const OutsideProgram outside;
  if (place == 0) place = return_of_code(reinterpret_cast<Address>(runtime->program.main));
  runtime->fail(
      FailureKind::exit_status, "exit status " + std::to_string(status & part_that_counts),
      "a status other than 0 means failure: what it prints in a replay may say why; --any-status "
      "lets it pass",
      place);
}

}  // namespace

void run_handlers(std::vector<ExitHandler>& handlers) {
  while (!handlers.empty()) {
    const ExitHandler handler = handlers.back();
    handlers.pop_back();
    handler.code(handler.argument);
  }
}

void register_exit(const ExitHandler& handler, bool is_quick, Address place) {
  order_exits(place);
  const OutsideProgram outside;
  (is_quick ? runtime->exits.quick : runtime->exits.handlers).push_back(handler);
}

void run_exit_handlers() {
  Exits& exits = runtime->exits;
  exits.begun_by = running;
  run_handlers(exits.handlers);
  if (exits.has_run_last) return;
  exits.has_run_last = true;
  const auto functions = last_functions();
  for (std::size_t i = functions.size(); i-- > 0;) functions[i]();
}

void exit_process(HowToExit how, int status, Address place) {
  Exits& exits = runtime->exits;
  bool is_first = true;
  if (how != HowToExit::immediately) {
    order_exits(place);
    is_first = exits.begun_by == nullptr || exits.begun_by == running;
    if (is_first && how == HowToExit::quickly) {
      exits.begun_by = running;
      run_handlers(exits.quick);
    } else if (is_first) {
      run_handlers(running->data.destructors);
      run_exit_handlers();
    }
  }
  // The task has not ended as a thread: a task that joins it waits until the process ends.
  exits.process_has_ended = true;
  if (is_first) check_status(status, place);
  running->standing = Standing::stopped;
  running->pending.place = place;
  runtime->abandon();
}

void main_returns(int status) {
  const ProgramToRun& program = runtime->program;
  if (program.options.main_exits) exit_process(HowToExit::with_handlers, status, 0);
  if (!program.once) check_status(status, 0);
  // Destructors of pthread keys do not run, as in exit().
  run_handlers(running->data.destructors);
  if (!runtime->exits.at_once) return;
  order_exits(0);
  if (runtime->exits.begun_by == nullptr) run_exit_handlers();
}

void learn_from_deadlock(Exits& exits) {
  if (!exits.wait_for_all_tasks || exits.at_once || runtime->knowledge.is_fixed()) return;
  const auto is_of_interest = [](const ExitHandler& each) { return !is_end_of_streams(each); };
  exits.at_once_is_news =
      !exits.has_run_last || std::ranges::any_of(exits.handlers, is_of_interest);
}

void need_tasks(const char* what, Address place) {
  if (!runtime->exits.is_after_all_tasks) return;
  const OutsideProgram outside;
  runtime->fail(
      FailureKind::misuse,
      std::string(what) + " in an exit handler or a static destructor, after main has returned",
      "that is supported only if main ends by a call of exit()", place);
}

}  // namespace mazurka::native
