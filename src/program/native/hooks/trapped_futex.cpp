#include "program/native/hooks/trapped_futex.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <vector>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/hooks/futex_calls.h"
#include "program/native/platform/complain.h"
#include "program/native/platform/raw_system_call.h"
#include "program/native/process/interruption.h"
#include "program/native/process/libraries.h"
#include "program/native/process/running.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {
namespace {

// --- What the kernel does ------------------------------------------------------------------------

using Filter = std::vector<sock_filter>;

void add_statement(Filter& filter, std::uint16_t code, std::uint32_t value) {
  filter.push_back(BPF_STMT(code, value));
}
// Skips `otherwise` statements if the accumulator and the value are not in this relation.
void add_test(Filter& filter, std::uint16_t relation, std::uint32_t value, std::uint8_t otherwise) {
  filter.push_back(
      BPF_JUMP(static_cast<std::uint16_t>(BPF_JMP | relation | BPF_K), value, 0, otherwise));
}

constexpr std::uint32_t low_half(Address address) { return static_cast<std::uint32_t>(address); }
constexpr std::uint32_t high_half(Address address) {
  return static_cast<std::uint32_t>(address >> 32);
}

// Traps system calls of this library. The filter computes with 32 bits only, so the library must
// not cross a multiple of 4 GiB.
void add_library_test(Filter& filter, const Library& library) {
  constexpr std::uint32_t code = offsetof(seccomp_data, instruction_pointer);
  add_statement(filter, BPF_LD | BPF_W | BPF_ABS, code + 4);
  add_test(filter, BPF_JEQ, high_half(library.begin), 4);
  add_statement(filter, BPF_LD | BPF_W | BPF_ABS, code);
  add_test(filter, BPF_JGE, low_half(library.begin), 2);
  filter.push_back(
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, low_half(library.begin + library.size), 1, 0));
  add_statement(filter, BPF_RET | BPF_K, SECCOMP_RET_TRAP);
}

Filter filter_for(const std::vector<const Library*>& trapped) {
  Filter filter;
  const auto allow_others = [&] { add_statement(filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW); };
  add_statement(filter, BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0));
  allow_others();
  add_statement(filter, BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_futex, 1, 0));
  allow_others();
  for (const Library* const library : trapped) add_library_test(filter, *library);
  allow_others();
  return filter;
}

// --- Which libraries -----------------------------------------------------------------------------

// Returns whether the code has a system call instruction with the number of futex() shortly before
// it, as an operand.
bool makes_futex_calls(const Library& library) {
  constexpr std::size_t near = 64;
  constexpr unsigned char number[] = {SYS_futex, 0, 0, 0};
  const auto* const code = reinterpret_cast<const unsigned char*>(library.begin);
  for (std::size_t i = near; i + 1 < library.size; ++i) {
    if (code[i] != 0x0f || code[i + 1] != 0x05) continue;
    if (memmem(code + i - near, near, number, sizeof number) != nullptr) return true;
  }
  return false;
}

bool crosses_4_gib(const Library& library) {
  return high_half(library.begin) != high_half(library.begin + library.size);
}

// --- What the runtime does -----------------------------------------------------------------------

// Executes the system call as an operation of the running task, on its stack.
void call_futex(InterruptedRegisters& registers) {
  const Address place =
      place_of_call(registers.code, reinterpret_cast<const void*>(registers.stack()));
  const long result =
      futex(reinterpret_cast<int*>(registers.rdi), static_cast<int>(registers.rsi),
            static_cast<int>(registers.rdx), reinterpret_cast<const timespec*>(registers.r10),
            registers.code, place);
  registers.rax = static_cast<std::uint64_t>(result < 0 ? -errno : result);
}

void on_trap(int, siginfo_t*, void* context) {
  auto& interrupted = *static_cast<ucontext_t*>(context);
  auto& registers = interrupted.uc_mcontext.gregs;
  if (running != nullptr) return interrupt_with(call_futex, interrupted);
  const long result =
      raw_system_call(SYS_futex, registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
                      registers[REG_R10], registers[REG_R8], registers[REG_R9]);
  registers[REG_RAX] = result < 0 ? -errno : result;
}

}  // namespace

void trap_futexes_of_libraries() {
  std::vector<const Library*> trapped;
  for (const Library& library : libraries().all())
    if (makes_futex_calls(library)) trapped.push_back(&library);
  if (trapped.empty()) return;
  struct sigaction action {};
  action.sa_sigaction = on_trap;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSYS, &action, nullptr);
  Filter filter = filter_for(trapped);
  const sock_fprog program{.len = static_cast<unsigned short>(filter.size()),
                           .filter = filter.data()};
  const bool can_be_trapped =
      std::ranges::none_of(trapped, [](const Library* library) { return crosses_4_gib(*library); });
  if (!can_be_trapped || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      raw_system_call(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, as_long(&program)) != 0)
    give_up(trapped.front()->name.c_str(),
            "its threads wait by system calls that cannot be taken over, because the system does "
            "not allow a seccomp filter here");
}

}  // namespace mazurka::native
