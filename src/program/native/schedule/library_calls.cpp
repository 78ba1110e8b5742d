#include "program/native/schedule/library_calls.h"

#include <vector>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/platform/shadow.h"
#include "program/native/process/interruption.h"
#include "program/native/process/libraries.h"
#include "program/native/schedule/library_locks.h"
#include "program/native/schedule/number.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {
namespace {

Synchroniser& state_of(const Library& library) {
  return number_at(reinterpret_cast<const void*>(library.state));
}

std::int64_t next_version(std::int64_t version, std::int64_t) { return version + 1; }

// Returns whether the instruction before this one is a call or a system call.
MAZURKA_READS_ALL_MEMORY bool comes_after_call(Address code) {
  const auto* const bytes = reinterpret_cast<const unsigned char*>(code);
  return bytes[-5] == 0xe8 || (bytes[-6] == 0xff && bytes[-5] == 0x15) || bytes[-2] == 0xff ||
         bytes[-3] == 0xff || (bytes[-2] == 0x0f && bytes[-1] == 0x05);
}

MAZURKA_READS_ALL_MEMORY Address return_address_at(Address stack) {
  return *reinterpret_cast<const Address*>(stack);
}

// Returns the call of a lock function that begins at this instruction, or that the instruction
// belongs to because another call of this function returns there.
LibraryUse::LockCall lock_call_at(const InterruptedRegisters& registers) {
  const Address stack = registers.stack();
  const LibraryUse::LockCall last = running->library.lock_call;
  if (last.word != 0 && stack < last.stack && return_address_at(last.stack) == last.returns_to &&
      comes_after_call(registers.code))
    return last;
  const OutsideProgram outside;
  if (!uses_lock_word(registers.code)) return {};
  return {registers.rdi, stack, return_address_at(stack)};
}

// Returns how an event on the state of the library that contains this code is ordered.
MemoryOrder order_of_call(Address code) {
  if (!libraries().group_at(code)->synchronises) return MemoryOrder::relaxed;
  return libraries().entered_at(code).is_known ? MemoryOrder::acquire_release
                                               : MemoryOrder::presumed;
}

// Announces code of a library that also accesses a lock word of the program, if that is an event.
void use_lock_word(Address word, Synchroniser& state, Address place) {
  constexpr std::size_t size = sizeof(Address);
  const bool is_shared = runtime->touch(state);
  PendingOperation& pending = running->pending;
  pending.stand_before_number(state);
  const TaskId task = running->id;
  bool is_event = is_shared;
  {
    const OutsideProgram outside;
    const Cells::Hit hit = runtime->cells.touch(word, size, task, true);
    if (hit.visible) {
      const auto of_word = runtime->registry.accesses(hit.accesses);
      std::vector<Access> all(of_word.begin(), of_word.end());
      if (is_shared) all.push_back({state.object, AccessKind::write});
      const AccessListId both = runtime->registry.access_list(all);
      if (is_shared)
        pending.accesses = both;
      else
        pending.stand_before_memory(hit.object, both, word, size);
      is_event = true;
    }
  }
  if (is_event)
    runtime->announce(OperationKind::update, Standing::ready, place, MemoryOrder::acquire_release);
  state.value = next_version(state.value, 0);
  keep_as_initial(state);
}

// Called on the stack of a task, before the first instruction in the library.
void run_library(InterruptedRegisters& registers) {
  const Library& library = *libraries().group_at(registers.code);
  const Address place =
      place_of_call(registers.code, reinterpret_cast<const void*>(registers.stack()));
  Synchroniser& state = state_of(library);
  const LibraryUse::LockCall call = lock_call_at(registers);
  running->library.lock_call = call;
  if (call.word != 0)
    use_lock_word(call.word, state, place);
  else
    update_number(state, next_version, 0, place, order_of_call(registers.code));
  running->library.version = state.value;
  ++running->library.entries;
  libraries().open(registers.code);
  libraries().stop_program();
}

// --- Returns to the program ----------------------------------------------------------------------

// Called when the running task has left a library by jumping to code of the program.
MAZURKA_READS_ALL_MEMORY void leave_library(Address stack) {
  libraries().close();
  if (running == nullptr) return;
  LibraryUse& use = running->library;
  use.left = {.stack = stack,
              .returns_to = return_address_at(stack),
              .events = running->events,
              .entries = use.entries};
}

// Returns whether the task gets to this code by returning from a function of the program that the
// library has called, and that made no event and no call of a library.
bool returns_from_silent_callback(Address code, Address stack) {
  const LibraryUse& use = running->library;
  return use.left.returns_to == code && use.left.stack + sizeof(Address) == stack &&
         use.left.events == running->events && use.left.entries == use.entries &&
         comes_after_call(code);
}

}  // namespace

bool crosses_boundary_of_library(ucontext_t& context) {
  constexpr greg_t instruction_fetch = 0x10;  // a bit of the page fault's error code
  auto& registers = context.uc_mcontext.gregs;
  if ((registers[REG_ERR] & instruction_fetch) == 0) return false;
  const auto code = static_cast<Address>(registers[REG_RIP]);
  const auto stack = static_cast<Address>(registers[REG_RSP]);
  if (libraries().is_stopped_program(code)) {
    leave_library(stack);
    return true;
  }
  const Library* const group = libraries().group_at(code);
  if (group == nullptr) return false;
  if (group->is_open || running == nullptr || runtime == nullptr || runtime->is_quiet()) {
    libraries().open(code);
  } else if (returns_from_silent_callback(code, stack)) {
    libraries().open(code);
    libraries().stop_program();
  } else {
    interrupt_with(run_library, context);
  }
  return true;
}

bool is_event_of_library(Address code) {
  return !is_in_executable(code) && libraries().group_at(code) != nullptr;
}

Synchroniser* state_of_library_at(Address code) {
  const Library* const library = libraries().group_at(code);
  return library == nullptr ? nullptr : &state_of(*library);
}

Address place_of_wait(Address place) {
  const auto code = reinterpret_cast<Address>(running->code.thread);
  return code != 0 && libraries().contains(code) ? place_in_program() : place;
}

void library_yields(Address caller, Address place) {
  // Libraries yield a few times before they sleep. One that yields much more often waits.
  constexpr std::uint32_t many = 1000;
  const Library* const library = libraries().group_at(caller);
  if (library == nullptr || runtime->is_quiet()) return;
  LibraryUse& use = running->library;
  if (use.at_event != running->events) use.yields = 0;
  use.at_event = running->events;
  if (++use.yields < many) return;
  use.yields = 0;
  Synchroniser& state = state_of(*library);
  Condition has_changed;
  has_changed.kind = Condition::Kind::differs;
  has_changed.bound = use.version;
  has_changed.text = "waits for a change of";
  await_number(state, has_changed, next_version, 0, place, order_of_call(caller));
  use.version = state.value;
}

}  // namespace mazurka::native
