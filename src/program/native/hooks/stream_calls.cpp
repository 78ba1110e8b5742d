// Output streams of the C++ library: std::ostringstream, std::ofstream and others.
//
// The code that writes to their buffers is compiled into the C++ library, where memory accesses
// have no hooks. If nothing were replaced, two tasks could write to one stream without a lock, and
// no event would say so. Every function that writes constructs a sentry first. This file replaces
// the constructor of sentries, and announces a write of the position in the stream's buffer, which
// the function changes afterwards.
//
// Left out are std::cout, std::cerr and std::clog, which several tasks may use at once. Input
// streams are not seen: what they read next is rarely left to chance.
#include <algorithm>
#include <array>
#include <cstddef>
#include <ostream>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/platform/export.h"
#include "program/native/platform/real_call.h"
#include "program/native/process/open_libraries.h"
#include "program/native/process/running.h"
#include "program/native/schedule/memory_accesses.h"

using namespace mazurka;
using namespace mazurka::native;

namespace {

// The layout of std::ostream::sentry.
struct Sentry {
  bool is_good;
  std::ostream* stream;
};

// They are in the C++ library of the program; this runtime has one of its own.
bool is_standard_stream(const std::ostream* stream) {
  static const std::array<const void*, 3> streams = [] {
    const OutsideProgram outside;
    return std::array<const void*, 3>{dlsym(RTLD_DEFAULT, "_ZSt4cout"),
                                      dlsym(RTLD_DEFAULT, "_ZSt4cerr"),
                                      dlsym(RTLD_DEFAULT, "_ZSt4clog")};
  }();
  return std::ranges::find(streams, stream) != streams.end();
}

// What a library does with streams is part of its event.
void announce_output(const std::ostream& stream, Address place) {
  // The beginning of std::streambuf: a pointer to virtual functions, three pointers of the get
  // area, and the beginning of the put area.
  constexpr std::size_t next_to_put = 5 * sizeof(void*);
  const std::streambuf* const buffer = stream.rdbuf();
  if (buffer == nullptr || a_library_is_open || is_standard_stream(&stream)) return;
  access_memory(reinterpret_cast<Address>(buffer) + next_to_put, sizeof(void*),
                OperationKind::write, place);
}

}  // namespace

MAZURKA_EXPORT void begin_output(Sentry* sentry,
                                 std::ostream& stream) __asm__("_ZNSo6sentryC1ERSo");

void begin_output(Sentry* sentry, std::ostream& stream) {
  if (running != nullptr) announce_output(stream, MAZURKA_PLACE);
  *sentry = {stream.good(), &stream};
  if (sentry->is_good && stream.tie() == nullptr) return;
  // Streams of the runtime get here, too, and a program in C has no C++ library.
  static auto* const of_library = real<void(Sentry*, std::ostream&)>("_ZNSo6sentryC1ERSo");
  if (of_library != nullptr) of_library(sentry, stream);
}
