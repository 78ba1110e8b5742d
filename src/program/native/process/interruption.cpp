#include "program/native/process/interruption.h"

#include <cpuid.h>

namespace mazurka::native {
namespace {

// Set by the signal handler, and read right after it: nothing runs in between.
using Continuation = void (*)(InterruptedRegisters&);
constinit Continuation wanted_function = nullptr;

// The size of the area that XSAVE writes; 0 if the processor does not have the instruction.
std::uint64_t size_of_saved_state() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_OSXSAVE) == 0) return 0;
  if (__get_cpuid_count(0xd, 0, &a, &b, &c, &d) == 0) return 0;
  return b;
}

}  // namespace
}  // namespace mazurka::native

extern "C" {
// Read by the assembler code below. At least 512 bytes, for FXSAVE.
constinit std::uint64_t mazurka_saved_state_size = 0;
constinit std::uint64_t mazurka_has_xsave = 0;
void mazurka_continue_interrupted();
void mazurka_call_interrupted(mazurka::native::InterruptedRegisters* registers);
}

// The signal handler has put the address of the interrupted instruction on the stack, below the red
// zone. Vector registers may hold arguments, so all of them are saved. The unwind information
// describes the interrupted code as the caller, whose stack pointer is above its red zone.
asm(R"(
  .text
  .p2align 4
  .globl mazurka_continue_interrupted
  .hidden mazurka_continue_interrupted
  .type mazurka_continue_interrupted, @function
mazurka_continue_interrupted:
  .cfi_startproc
  .cfi_signal_frame
  .cfi_def_cfa rsp, 136
  .cfi_offset rip, -136
  pushfq
  .cfi_adjust_cfa_offset 8
  push %rax
  .cfi_adjust_cfa_offset 8
  push %rcx
  .cfi_adjust_cfa_offset 8
  push %rdx
  .cfi_adjust_cfa_offset 8
  push %rsi
  .cfi_adjust_cfa_offset 8
  push %rdi
  .cfi_adjust_cfa_offset 8
  push %r8
  .cfi_adjust_cfa_offset 8
  push %r9
  .cfi_adjust_cfa_offset 8
  push %r10
  .cfi_adjust_cfa_offset 8
  push %r11
  .cfi_adjust_cfa_offset 8
  push %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_offset rbp, -224
  mov %rsp, %rbp
  .cfi_def_cfa_register rbp
  cld
  sub mazurka_saved_state_size(%rip), %rsp
  and $-64, %rsp
  cmpq $0, mazurka_has_xsave(%rip)
  je 1f
  movq $0, 512(%rsp)
  movq $0, 520(%rsp)
  movq $0, 528(%rsp)
  movq $0, 536(%rsp)
  movq $0, 544(%rsp)
  movq $0, 552(%rsp)
  movq $0, 560(%rsp)
  movq $0, 568(%rsp)
  mov $-1, %eax
  mov $-1, %edx
  xsave64 (%rsp)
  mov %rbp, %rdi
  call mazurka_call_interrupted
  mov $-1, %eax
  mov $-1, %edx
  xrstor64 (%rsp)
  jmp 2f
1:
  fxsave64 (%rsp)
  mov %rbp, %rdi
  call mazurka_call_interrupted
  fxrstor64 (%rsp)
2:
  mov %rbp, %rsp
  .cfi_def_cfa_register rsp
  pop %rbp
  .cfi_adjust_cfa_offset -8
  .cfi_restore rbp
  pop %r11
  .cfi_adjust_cfa_offset -8
  pop %r10
  .cfi_adjust_cfa_offset -8
  pop %r9
  .cfi_adjust_cfa_offset -8
  pop %r8
  .cfi_adjust_cfa_offset -8
  pop %rdi
  .cfi_adjust_cfa_offset -8
  pop %rsi
  .cfi_adjust_cfa_offset -8
  pop %rdx
  .cfi_adjust_cfa_offset -8
  pop %rcx
  .cfi_adjust_cfa_offset -8
  pop %rax
  .cfi_adjust_cfa_offset -8
  popfq
  .cfi_adjust_cfa_offset -8
  ret $128
  .cfi_endproc
  .size mazurka_continue_interrupted, . - mazurka_continue_interrupted
)");

extern "C" [[gnu::used, gnu::visibility("hidden")]] void mazurka_call_interrupted(
    mazurka::native::InterruptedRegisters* registers) {
  mazurka::native::wanted_function(*registers);
}

namespace mazurka::native {

void interrupt_with(void (*function)(InterruptedRegisters&), ucontext_t& context) {
  if (mazurka_saved_state_size == 0) {
    constexpr std::uint64_t size_of_fxsave = 512;
    mazurka_has_xsave = size_of_saved_state();
    mazurka_saved_state_size = mazurka_has_xsave == 0 ? size_of_fxsave : mazurka_has_xsave;
  }
  wanted_function = function;
  auto& registers = context.uc_mcontext.gregs;
  const Address stack =
      static_cast<Address>(registers[REG_RSP]) - InterruptedRegisters::red_zone - sizeof(Address);
  *reinterpret_cast<greg_t*>(stack) = registers[REG_RIP];
  registers[REG_RSP] = static_cast<greg_t>(stack);
  registers[REG_RIP] = reinterpret_cast<greg_t>(&mazurka_continue_interrupted);
}

}  // namespace mazurka::native
