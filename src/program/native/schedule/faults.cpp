#include "program/native/schedule/faults.h"

#include <csignal>
#include <cstring>
#include <string>
#include <ucontext.h>
#include <unistd.h>
#include <vector>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/platform/complain.h"
#include "program/native/schedule/library_calls.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {
namespace {

constexpr std::size_t signal_stack_size = std::size_t{64} << 10;
alignas(16) unsigned char signal_stack[signal_stack_size];

struct Fault {
  int signal = 0;
  Address address = 0;   // the memory address that was accessed
  Address place = 0;     // the code address, as a return address
  bool is_told = false;  // the stack is being walked: a further fault comes from a broken stack
};
Fault fault;

std::string words_for(const Fault& what) {
  switch (what.signal) {
    case SIGSEGV:
    case SIGBUS:
      return what.address < page_size ? "access through a null pointer"
                                      : "access to memory that is not there";
    case SIGFPE:
      return "integer division by 0, or its result does not fit";
    default:
      return "an instruction that does not exist";
  }
}

// Reports the fault, and abandons the task. Runs below the frames of the task if these are to be
// walked, otherwise on the report stack. The stack pointer may be misaligned, as it was at the
// faulting instruction.
[[noreturn, gnu::force_align_arg_pointer]] void report_fault() {
  running = nullptr;  // like OutsideProgram, but never undone
  if (fault.is_told) {
    std::vector<Address> calls;
    calls_in_program(calls);  // if this faults, on_fault() restarts report_fault() without it
    fault.is_told = false;
    const bool is_elsewhere = !is_in_executable(fault.place);  // in a library or in a hook
    if (is_elsewhere && !calls.empty()) fault.place = calls.front();
  }
  if (is_stack_guard(runtime->current_task().area, fault.address))
    runtime->fail(FailureKind::stack_overflow, "the stack is used up", "", fault.place);
  std::string name = strsignal(fault.signal);
  runtime->fail(FailureKind::crash, words_for(fault) + " (" + name + ")", "", fault.place);
}

// Returns whether the task's stack has room for report_fault(), as if the faulting instruction had
// called it. All frames of the task then stay intact and can be walked.
bool has_room(Address stack_pointer, AreaId area) {
  constexpr Address room = Address{64} << 10;  // reading debug information needs some stack
  const Address bottom = slot_of(area);
  return stack_pointer - bottom < top_of_stack(area) - bottom && stack_pointer - bottom > room;
}

void on_fault(int signal, siginfo_t* info, void* context) {
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  if (signal == SIGSEGV && crosses_boundary_of_library(*static_cast<ucontext_t*>(context))) return;
  if (signal == SIGSEGV && runtime != nullptr) {
    const OutsideProgram outside;
    if (runtime->snapshot.learn_write(reinterpret_cast<Address>(info->si_addr))) return;
  }
  if (running == nullptr && fault.is_told) {  // the walk of a broken stack has faulted
    fault.is_told = false;
    registers[REG_RIP] = reinterpret_cast<greg_t>(&report_fault);
    registers[REG_RSP] = static_cast<greg_t>(empty_report_stack() - sizeof(Address));
    return;
  }
  if (running == nullptr) {  // an error of the checker or of a static constructor
    std::signal(signal, SIG_DFL);
    return;
  }
  fault = {signal, reinterpret_cast<Address>(info->si_addr),
           static_cast<Address>(registers[REG_RIP]) + 1, false};
  // A call through an invalid function pointer: the report shows the caller.
  if (!is_in_executable(fault.place) && fault.place - 1 == fault.address)
    fault.place = *reinterpret_cast<const Address*>(registers[REG_RSP]);
  const AreaId area = running->area;
  registers[REG_RIP] = reinterpret_cast<greg_t>(&report_fault);
  const auto stack_pointer = static_cast<Address>(registers[REG_RSP]);
  const bool wants_calls =
      runtime->observation.shows_caller_locations() || !is_in_executable(fault.place);
  fault.is_told =
      wants_calls && !is_stack_guard(area, fault.address) && has_room(stack_pointer, area);
  registers[REG_RSP] =
      static_cast<greg_t>((fault.is_told ? stack_pointer : empty_report_stack()) - sizeof(Address));
  // The return address is the faulting instruction, so that stack walks find it.
  if (fault.is_told) *reinterpret_cast<Address*>(registers[REG_RSP]) = fault.place;
}

}  // namespace

void catch_faults() {
  const stack_t stack{.ss_sp = signal_stack, .ss_flags = 0, .ss_size = signal_stack_size};
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaction(signal, &action, nullptr);
}

}  // namespace mazurka::native
