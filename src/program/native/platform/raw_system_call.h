// System calls that bypass the C library, whose wrapper functions the runtime replaces.
#pragma once

#include <cerrno>
#include <sys/syscall.h>

namespace mazurka::native {

inline long raw_system_call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                            long f = 0) {
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  if (result > -4096 && result < 0) {
    errno = static_cast<int>(-result);
    return -1;
  }
  return result;
}

template <class Pointer>
long as_long(Pointer* pointer) {
  return reinterpret_cast<long>(pointer);
}

}  // namespace mazurka::native
