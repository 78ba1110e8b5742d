#include "program/native/process/known_libraries.h"

#include <algorithm>

namespace mazurka::native {
namespace {

// Beginnings of names, because most of them come with a version, or in several parts.
constexpr std::string_view beginnings[] = {
    "libACE",       // ADAPTIVE Communication Environment
    "libQt5",       // Qt
    "libQt6",       //
    "libPoco",      // POCO
    "libSDL2",      // Simple DirectMedia Layer
    "libSDL3",      //
    "libabsl_",     // Abseil
    "libapr-",      // Apache Portable Runtime
    "libboost_",    // Boost.Thread, Boost.Fiber and others
    "libcapnp",     // Cap'n Proto
    "libevent",     // libevent
    "libfolly",     // Folly
    "libgio-",      // GLib
    "libglib-",     //
    "libgobject-",  //
    "libgomp",      // OpenMP of gcc
    "libgrpc",      // gRPC
    "libiomp",      // OpenMP of Intel
    "libkj",        // Cap'n Proto
    "libnspr",      // Netscape Portable Runtime
    "libomp",       // OpenMP of LLVM
    "libprotobuf",  // Protocol Buffers
    "libtbb",       // oneTBB
    "libuv",        // libuv
    "libzmq",       // ZeroMQ
};

}  // namespace

bool is_known_to_synchronise(std::string_view library) {
  return std::ranges::any_of(
      beginnings, [&](std::string_view beginning) { return library.starts_with(beginning); });
}

}  // namespace mazurka::native
