// Continues interrupted code of the tested program in a function of the runtime.
//
// A signal handler cannot switch to another task: it runs on the signal stack, which all tasks
// share. So the handler lets the interrupted code "call" a function on its own stack, between two
// of its instructions, and returns. The function may announce events. When it returns, the code
// continues where it was, with all of its registers.
#pragma once

#include <cstdint>
#include <ucontext.h>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// The registers of the interrupted code that a function may look at or change. The layout is that
// of the words which mazurka_continue_interrupted pushes.
struct InterruptedRegisters {
  std::uint64_t rbp;
  std::uint64_t r11;
  std::uint64_t r10;
  std::uint64_t r9;
  std::uint64_t r8;
  std::uint64_t rdi;
  std::uint64_t rsi;
  std::uint64_t rdx;
  std::uint64_t rcx;
  std::uint64_t rax;
  std::uint64_t flags;
  Address code;  // where the code continues

  // Returns the stack pointer of the interrupted code.
  [[nodiscard]] Address stack() const {
    return reinterpret_cast<Address>(this) + sizeof *this + red_zone;
  }
  // Code may use this many bytes below its stack pointer without reserving them.
  static constexpr std::size_t red_zone = 128;
};

// Makes the code that a signal has interrupted call `function` when the signal handler returns.
// REQUIRES: called in a signal handler with its third argument; the signal is synchronous, and its
// code runs on a stack with some kilobytes of room.
void interrupt_with(void (*function)(InterruptedRegisters&), ucontext_t& context);

}  // namespace mazurka::native
