// A snapshot of the data of the tested program and its libraries, taken before main.
//
// A restart restores the writable segments of every loaded object except the runtime itself, the
// dynamic linker (whose data must match what is loaded), and libraries that only the runtime uses.
// This covers globals, function statics, and all state of the C and C++ libraries: stdio, rand,
// setenv, locales. It does not cover state that the kernel holds: files, descriptors, sockets,
// signal dispositions.
//
// The checker uses the C library, too, but keeps no state in it from one execution to the next: it
// has its own allocator (arena.h) and its own streams, which bypass stdio.
#pragma once

#include <cstddef>
#include <vector>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// Memory that constructors of libraries have mapped, before main or while dlopen() loaded the library.
// The pointers to it are in the data of the library as they were then, so its contents must be, too.
class MappedWhileLoading {
 public:
  // Between these calls, and until the first snapshot, mappings are recorded.
  static void begin();
  static void end();
  static void mapped(Address begin, std::size_t size);
  static void unmapped(Address begin, std::size_t size);
};

// Most pages of libraries are never written. So they are write-protected until their first write,
// and rewind() restores only pages that were written at least once. Pages of the executable are not
// protected: a system call that writes to a protected page fails, and programs read files into
// globals.
class MemorySnapshot {
 public:
  // Remembers the present contents of all segments and of the heap of static constructors.
  void take_snapshot();
  // Remembers the present contents of the segments of objects that were loaded since the last call,
  // and of what their constructors have mapped.
  void add_loaded_objects();
  void rewind() const;
  // Returns whether a rewind() writes there, so that it must not be unmapped.
  [[nodiscard]] bool contains(Address address) const;
  // Calls visit(begin, end) for each range that may have changed since the snapshot.
  template <class Visit>
  void for_each_written(const Visit& visit) const {
    for (const Range& range : ranges_) visit(range.begin, range.begin + range.size);
  }
  // Handles a write fault at this address. If write protection was the cause, makes the page
  // writable and returns true; otherwise returns false.
  [[nodiscard]] bool learn_write(Address address);

 private:
  struct Range {
    Address begin = 0;
    std::size_t size = 0;
    std::vector<unsigned char> contents;
  };
  void add(Address begin, Address end);
  void add_protected(Address begin, Address end);

  std::vector<Address> objects_;  // where the objects are loaded whose segments are remembered
  std::vector<Range> ranges_;     // restored by each rewind()
  std::vector<Range> protected_;  // whole pages, write-protected until their first write
};

}  // namespace mazurka::native
