// This file is compiled without -fsanitize=address (cmake/native.cmake).
#include "program/native/platform/shadow.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unwind.h>

#include "program/native/platform/complain.h"
#include "program/native/platform/memory_primitives.h"
#include "program/native/platform/raw_system_call.h"

namespace mazurka::native {
namespace {

// g++ and clang++ both use this offset in the code that they generate for x86-64.
constexpr Address shadow_offset = 0x7fff8000;
constexpr Address shadow_size = Address{1} << 44;
static_assert(heap_begin >= shadow_offset + shadow_size);

constexpr Address unit = 8;

std::uint8_t* shadow_of(Address address) {
  return reinterpret_cast<std::uint8_t*>((address / unit) + shadow_offset);
}

// Maps the shadow memory. Instrumented functions run before any constructor of this library, for
// instance when other libraries call malloc. But no function of this library runs before it is
// relocated, and relocation calls this function, as the resolver of an ifunc.
void* map_shadow() {
  const long got =
      raw_system_call(SYS_mmap, static_cast<long>(shadow_offset), static_cast<long>(shadow_size),
                      PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != static_cast<long>(shadow_offset)) raw_system_call(SYS_exit_group, 3);
  raw_system_call(SYS_madvise, static_cast<long>(shadow_offset), static_cast<long>(shadow_size),
                  MADV_DONTDUMP);
  return nullptr;
}

extern "C" {
void* mazurka_map_shadow() { return map_shadow(); }
void mazurka_shadow_is_mapped() __attribute__((ifunc("mazurka_map_shadow"), visibility("hidden")));
}
[[gnu::used]] void (*const relocated)() = mazurka_shadow_is_mapped;

bool is_poisoned(Address address) {
  const auto allowed = static_cast<std::int8_t>(*shadow_of(address));
  return allowed != 0 && static_cast<std::int8_t>(address % unit) >= allowed;
}

void say(const char* text) {
  long length = 0;
  while (text[length] != '\0') ++length;
  raw_system_call(SYS_write, user_errors, as_long(text), length);
}

void say_number(Address number) {
  char text[19] = "0x";
  int at = 2;
  int shift = 60;
  while (shift > 0 && (number >> shift) == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) text[at++] = "0123456789abcdef"[(number >> shift) & 15];
  text[at] = '\0';
  say(text);
}

const char* words_for(std::uint8_t shadow) {
  switch (shadow) {
    case 0xfa:
      return "outside of a block";
    case 0xfd:
      return "in a freed block";
    case 0xf9:
      return "outside of a global variable";
    case 0xf8:
      return "in a variable whose scope has ended";
    case 0xf1:
    case 0xf2:
    case 0xf3:
    case 0xca:
    case 0xcb:
      return "outside of a local variable";
    default:
      return "behind the end of a variable or block";
  }
}

// Prints the object and the offset of a frame. `addr2line -e OBJECT OFFSET` gives the line.
_Unwind_Reason_Code say_call(_Unwind_Context* frame, void*) {
  const Address place = _Unwind_GetIP(frame);
  Dl_info object{};
  if (place == 0 || dladdr(reinterpret_cast<const void*>(place), &object) == 0)
    return _URC_END_OF_STACK;
  say("  ");
  say(object.dli_fname);
  say(" ");
  say_number(place - 1 - reinterpret_cast<Address>(object.dli_fbase));
  say("\n");
  return _URC_NO_REASON;
}

}  // namespace

void poison(Address begin, Address end, Poison why) {
  begin = (begin + unit - 1) & ~(unit - 1);
  end &= ~(unit - 1);
  if (begin >= end) return;
  fill_bytes(shadow_of(begin), static_cast<int>(why), (end - begin) / unit);
}

void unpoison(Address begin, std::size_t size) {
  fill_bytes(shadow_of(begin), 0, size / unit);
  if (size % unit != 0) *shadow_of(begin + size) = static_cast<std::uint8_t>(size % unit);
}

void check_range(const void* address, std::size_t size, bool writes) {
  const auto begin = reinterpret_cast<Address>(address);
  for (Address at = begin; at < begin + size; at = (at | (unit - 1)) + 1) {
    const Address last = (at | (unit - 1)) < begin + size ? (at | (unit - 1)) : begin + size - 1;
    if (*shadow_of(at) != 0 && is_poisoned(last))
      report_mistake(writes ? "a write" : "a read", last);
  }
}

void report_mistake(const char* what, Address address) {
  say("mazurka: internal error (sanitizer): ");
  say(what);
  if (address != 0) {
    say(" at ");
    say_number(address);
    say(", ");
    const std::uint8_t* const shadow = shadow_of(address);
    // In a partly accessible group of 8 bytes, the shadow of the next group says why.
    say(words_for(*shadow < unit ? shadow[1] : *shadow));
  }
  say("; in the calls\n");
  _Unwind_Backtrace(say_call, nullptr);
  while (true) raw_system_call(SYS_exit_group, 99);
}

void forget_frames(Address stack_pointer, Address stack_top) {
  if (stack_pointer < stack_top)
    unpoison(stack_pointer & ~(unit - 1), stack_top - (stack_pointer & ~(unit - 1)));
}

}  // namespace mazurka::native
