#include "program/native/schedule/library_calls.h"

#include "program/native/debug_info/stack_walk.h"
#include "program/native/process/interruption.h"
#include "program/native/process/libraries.h"
#include "program/native/schedule/number.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {
namespace {

Synchroniser& state_of(const Library& library) {
  return number_at(reinterpret_cast<const void*>(library.state));
}

std::int64_t next_version(std::int64_t version, std::int64_t) { return version + 1; }

// Called on the stack of a task, before the first instruction in the library.
void run_library(InterruptedRegisters& registers) {
  const Library& library = *libraries().group_at(registers.code);
  const Address place =
      place_of_call(registers.code, reinterpret_cast<const void*>(registers.stack()));
  Synchroniser& state = state_of(library);
  update_number(state, next_version, 0, place,
                library.synchronises ? MemoryOrder::acquire_release : MemoryOrder::relaxed);
  running->library.version = state.value;
  // Another task may have loaded libraries meanwhile: `library` is not valid any more.
  libraries().open(*libraries().group_at(registers.code));
}

}  // namespace

bool enters_library(ucontext_t& context) {
  constexpr greg_t instruction_fetch = 0x10;  // a bit of the page fault's error code
  auto& registers = context.uc_mcontext.gregs;
  if ((registers[REG_ERR] & instruction_fetch) == 0) return false;
  Library* const library = libraries().group_at(static_cast<Address>(registers[REG_RIP]));
  if (library == nullptr || library->is_open) return false;
  if (running == nullptr || runtime == nullptr || runtime->is_quiet())
    libraries().open(*library);
  else
    interrupt_with(run_library, context);
  return true;
}

bool is_event_of_library(Address code) {
  return !is_in_executable(code) && libraries().group_at(code) != nullptr;
}

Synchroniser* state_of_library_at(Address code) {
  const Library* const library = libraries().group_at(code);
  return library == nullptr ? nullptr : &state_of(*library);
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
  await_number(state, has_changed, next_version, 0, place, MemoryOrder::acquire_release);
  use.version = state.value;
}

}  // namespace mazurka::native
