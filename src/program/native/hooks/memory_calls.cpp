// memcpy and related functions of the C library, which access the program's memory without hooks.
//
// A copy consists of two events: a read of the source, then a write of the destination. In between,
// other tasks may run, so a buffer keeps the bytes as they were at the read.
//
// Calls by libraries that are not instrumented are not events of their own: what a library does to
// memory is part of the event that comes before it (schedule/library_calls.h).
#include <cstddef>
#include <cstring>

#include "program/native/hooks/allocation_calls.h"
#include "program/native/platform/export.h"
#include "program/native/platform/memory_primitives.h"
#include "program/native/platform/shadow.h"
#include "program/native/process/arena.h"
#include "program/native/schedule/library_calls.h"
#include "program/native/schedule/memory_accesses.h"

using namespace mazurka;
using namespace mazurka::native;

namespace {

void announce(const void* address, std::size_t size, OperationKind operation, Address place) {
  if (size != 0 && !is_event_of_library(place))
    access_memory(reinterpret_cast<Address>(address), size, operation, place);
}

void* copy(void* to, const void* from, std::size_t size, Address place) {
  check_range(from, size, false);
  check_range(to, size, true);
  if (running == nullptr) return copy_bytes(to, from, size);
  announce(from, size, OperationKind::read, place);
  if (is_private_memory(reinterpret_cast<Address>(to), size)) {
    announce(to, size, OperationKind::write, place);
    return copy_bytes(to, from, size);
  }
  constexpr std::size_t small = 256;
  unsigned char on_stack[small];
  void* const buffer = size <= small ? on_stack : arena::allocate(size);
  copy_bytes(buffer, from, size);
  announce(to, size, OperationKind::write, place);
  copy_bytes(to, buffer, size);
  if (buffer != on_stack) arena::release(buffer);
  return to;
}

void* fill(void* to, int value, std::size_t size, Address place) {
  check_range(to, size, true);
  if (running != nullptr) announce(to, size, OperationKind::write, place);
  return fill_bytes(to, value, size);
}

std::size_t length(const char* text, std::size_t most) {
  std::size_t result = 0;
  while (result < most && text[result] != '\0') ++result;
  return result;
}

void reads(const void* address, std::size_t size, Address place) {
  if (running != nullptr) announce(address, size, OperationKind::read, place);
}

// Returns the length of the text, after an event that reads it. Other tasks may change the text
// before the event happens, so the read is repeated until the length has not changed.
std::size_t read_length(const char* text, std::size_t most, Address place) {
  std::size_t result = length(text, most);
  while (running != nullptr) {
    reads(text, result < most ? result + 1 : result, place);
    const std::size_t now = length(text, most);
    if (now == result) break;
    result = now;
  }
  return result;
}

// Returns a copy of the first `most` characters in a new block; null without memory.
char* duplicate(const char* text, std::size_t most, Address place) {
  const std::size_t size = read_length(text, most, place);
  auto* const block = static_cast<char*>(allocate_at(place, size + 1));
  if (block == nullptr) return nullptr;
  copy_bytes(block, text, size);
  block[size] = '\0';
  return block;
}

int compare(const unsigned char* a, const unsigned char* b, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

int compare_text(const char* a, const char* b, std::size_t most, Address place) {
  read_length(a, most, place);
  read_length(b, most, place);
  for (std::size_t i = 0; i < most; ++i) {
    const auto x = static_cast<unsigned char>(a[i]);
    const auto y = static_cast<unsigned char>(b[i]);
    if (x != y) return x < y ? -1 : 1;
    if (x == 0) return 0;
  }
  return 0;
}

}  // namespace

#define PLACE reinterpret_cast<Address>(__builtin_return_address(0))

MAZURKA_EXPORT void* memcpy(void* to, const void* from, std::size_t size) {
  return copy(to, from, size, PLACE);
}
MAZURKA_EXPORT void* memmove(void* to, const void* from, std::size_t size) {
  return copy(to, from, size, PLACE);
}
MAZURKA_EXPORT void* memset(void* to, int value, std::size_t size) {
  return fill(to, value, size, PLACE);
}
MAZURKA_EXPORT void* __tsan_memcpy(void* to, const void* from, std::size_t size) {
  return copy(to, from, size, PLACE);
}
MAZURKA_EXPORT void* __tsan_memmove(void* to, const void* from, std::size_t size) {
  return copy(to, from, size, PLACE);
}
MAZURKA_EXPORT void* __tsan_memset(void* to, int value, std::size_t size) {
  return fill(to, value, size, PLACE);
}
MAZURKA_EXPORT int memcmp(const void* a, const void* b, std::size_t size) {
  reads(a, size, PLACE);
  reads(b, size, PLACE);
  return compare(static_cast<const unsigned char*>(a), static_cast<const unsigned char*>(b), size);
}
MAZURKA_EXPORT std::size_t strlen(const char* text) { return read_length(text, SIZE_MAX, PLACE); }
MAZURKA_EXPORT int strcmp(const char* a, const char* b) {
  return compare_text(a, b, SIZE_MAX, PLACE);
}
MAZURKA_EXPORT int strncmp(const char* a, const char* b, std::size_t most) {
  return compare_text(a, b, most, PLACE);
}
MAZURKA_EXPORT char* strcpy(char* to, const char* from) {
  return static_cast<char*>(copy(to, from, length(from, SIZE_MAX) + 1, PLACE));
}
MAZURKA_EXPORT char* strncpy(char* to, const char* from, std::size_t size) {
  const std::size_t taken = length(from, size);
  copy(to, from, taken < size ? taken + 1 : taken, PLACE);
  if (taken < size) fill(to + taken, 0, size - taken, PLACE);
  return to;
}
MAZURKA_EXPORT char* strcat(char* to, const char* from) {
  const std::size_t before = read_length(to, SIZE_MAX, PLACE);
  copy(to + before, from, length(from, SIZE_MAX) + 1, PLACE);
  return to;
}
MAZURKA_EXPORT char* strdup(const char* text) { return duplicate(text, SIZE_MAX, PLACE); }
MAZURKA_EXPORT char* __strdup(const char* text) { return duplicate(text, SIZE_MAX, PLACE); }
MAZURKA_EXPORT char* strndup(const char* text, std::size_t most) {
  return duplicate(text, most, PLACE);
}
MAZURKA_EXPORT char* __strndup(const char* text, std::size_t most) {
  return duplicate(text, most, PLACE);
}
