// The data of the tested program and of its libraries, as they were before main.
//
// A restart puts back the writable segments of every loaded object but three: the runtime itself,
// the dynamic linker (whose books must match what is loaded), and libraries that are there for the
// runtime alone. That covers globals, function statics, the state of stdio, rand, setenv, locales
// and everything else that the C and C++ libraries remember. Not covered, because the kernel holds
// it: files, descriptors, sockets, signal dispositions.
//
// The checker uses the C library, too, but keeps nothing in it from one execution to the next: it
// has an allocator of its own (arena.h) and streams that go past stdio.
#pragma once

#include <cstddef>
#include <vector>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// Most pages of libraries are never written. They are write-protected until their first write, and
// only those that ever were written are put back. (Not those of the executable: a system call that
// writes to a protected page fails, and programs read files into globals.)
class MemorySnapshot {
 public:
  // Remembers the present contents of all segments and of the heap of static constructors.
  void take_snapshot();
  void rewind() const;
  // All that can have changed since the snapshot: visit(begin, end).
  template <class Visit>
  void for_each_written(const Visit& visit) const {
    for (const Range& range : ranges_) visit(range.begin, range.begin + range.size);
  }
  // A write to this address failed. True if it was because of the protection, which is gone now.
  [[nodiscard]] bool learn_write(Address address);

 private:
  struct Range {
    Address begin = 0;
    std::size_t size = 0;
    std::vector<unsigned char> contents;
  };
  void add(Address begin, Address end);
  void add_protected(Address begin, Address end);

  std::vector<Range> ranges_;     // always put back
  std::vector<Range> protected_;  // whole pages
};

}  // namespace mazurka::native
