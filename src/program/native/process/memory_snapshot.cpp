#include "program/native/process/memory_snapshot.h"

#include <algorithm>
#include <link.h>
#include <span>
#include <string_view>
#include <sys/mman.h>
#include <utility>

#include "program/native/platform/memory_primitives.h"
#include "program/native/process/heap.h"

namespace mazurka::native {
namespace {

struct Segment {
  Address begin = 0;
  Address end = 0;
  bool of_library = false;
  Address object = 0;  // where the object is loaded
};
using Segments = std::vector<Segment>;

bool is_part_of_the_checker(const dl_phdr_info& object) {
  const std::string_view name = object.dlpi_name;
  for (const char* const ours :
       {"libmazurka_native", "ld-linux", "linux-vdso", "libgcc_s", "libfmt"})
    if (name.find(ours) != std::string_view::npos) return true;
  return false;
}

// Adds `whole` without the hole: the pages that the dynamic linker made read-only after relocation.
void add_without(Segment whole, Address hole_begin, Address hole_end, Segments& result) {
  if (hole_begin >= whole.end || hole_end <= whole.begin) {
    result.push_back(whole);
    return;
  }
  if (whole.begin < hole_begin)
    result.push_back({whole.begin, hole_begin, whole.of_library, whole.object});
  if (hole_end < whole.end) result.push_back({hole_end, whole.end, whole.of_library, whole.object});
}

int add_segments(dl_phdr_info* object, std::size_t /*size*/, void* result) {
  if (is_part_of_the_checker(*object)) return 0;
  Address relro_begin = 0;
  Address relro_end = 0;
  const std::size_t count = object->dlpi_phnum;
  for (std::size_t i = 0; i < count; ++i) {
    const auto& header = object->dlpi_phdr[i];
    if (header.p_type != PT_GNU_RELRO) continue;
    relro_begin = (object->dlpi_addr + header.p_vaddr) & ~(page_size - 1);
    relro_end = (object->dlpi_addr + header.p_vaddr + header.p_memsz) & ~(page_size - 1);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const auto& header = object->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
    const Address begin = object->dlpi_addr + header.p_vaddr;
    const bool of_library = object->dlpi_name[0] != '\0';  // the executable has no name here
    add_without({begin, begin + header.p_memsz, of_library, object->dlpi_addr}, relro_begin,
                relro_end, *static_cast<Segments*>(result));
  }
  return 0;
}

struct MappedRange {
  Address begin = 0;
  Address end = 0;
};
constinit bool is_loading = true;
// Since the last snapshot of loaded objects. Not a vector: nothing is initialised yet when the first
// constructors run.
constexpr std::size_t most_mapped = 256;
constinit MappedRange mapped_ranges[most_mapped] = {};
constinit std::size_t mapped_count = 0;

void add_mapped(MappedRange range) {
  if (range.begin < range.end && mapped_count < most_mapped) mapped_ranges[mapped_count++] = range;
}

}  // namespace

// --- Memory that constructors map ----------------------------------------------------------------

void MappedWhileLoading::begin() { is_loading = true; }
void MappedWhileLoading::end() { is_loading = false; }

void MappedWhileLoading::mapped(Address begin, std::size_t size) {
  if (is_loading) add_mapped({begin, begin + size});
}

void MappedWhileLoading::unmapped(Address begin, std::size_t size) {
  if (!is_loading) return;
  const Address end = begin + size;
  for (std::size_t i = mapped_count; i-- > 0;) {
    const MappedRange old = mapped_ranges[i];
    if (end <= old.begin || old.end <= begin) continue;
    mapped_ranges[i] = mapped_ranges[--mapped_count];
    add_mapped({old.begin, std::min(old.end, begin)});
    add_mapped({std::max(old.begin, end), old.end});
  }
}

// --- The snapshot --------------------------------------------------------------------------------

void MemorySnapshot::add(Address begin, Address end) {
  if (begin >= end) return;
  const auto* const bytes = reinterpret_cast<const unsigned char*>(begin);
  ranges_.push_back({begin, end - begin, {bytes, bytes + (end - begin)}});
}

void MemorySnapshot::add_protected(Address begin, Address end) {
  const Address first = (begin + page_size - 1) & ~(page_size - 1);
  const Address last = end & ~(page_size - 1);
  if (first >= last) return add(begin, end);
  add(begin, first);
  add(last, end);
  const auto* const bytes = reinterpret_cast<const unsigned char*>(first);
  protected_.push_back({first, last - first, {bytes, bytes + (last - first)}});
}

// Called in the SIGSEGV handler, where it allocates. This is safe for two reasons. First, the
// signal is synchronous: it is raised by a write to a library's data, never from inside the
// checker's allocator, whose own memory lies in the arena and is never protected. Second, the
// checker does not write to libraries' data while it allocates: the arena gets its memory directly
// from the kernel.
bool MemorySnapshot::learn_write(Address address) {
  for (const Range& range : protected_) {
    if (address - range.begin >= range.size) continue;
    const Address page = address & ~(page_size - 1);
    for (const Range& known : ranges_)
      if (known.begin == page && known.size == page_size) return false;  // it is writable already
    mprotect(reinterpret_cast<void*>(page), page_size, PROT_READ | PROT_WRITE);
    const unsigned char* const contents = range.contents.data() + (page - range.begin);
    ranges_.push_back({page, page_size, {contents, contents + page_size}});
    return true;
  }
  return false;
}

void MemorySnapshot::take_snapshot() {
  MappedWhileLoading::end();
  add_loaded_objects();
  const Address startup = begin_of_heap_part(Heap::startup_part);
  const Address end = heap.used_end(Heap::startup_part);
  if (end != 0) {
    add(startup, end);
    add(shadow_begin, shadow_begin + (end - startup) / granule);
  }
}

void MemorySnapshot::add_loaded_objects() {
  Segments segments;
  dl_iterate_phdr(add_segments, &segments);
  for (const MappedRange& each : std::span(mapped_ranges, std::exchange(mapped_count, 0u)))
    add(each.begin, each.end);
  const std::vector<Address> known = objects_;
  const std::size_t protected_before = protected_.size();
  for (const Segment& segment : segments) {
    if (std::ranges::find(known, segment.object) != known.end()) continue;
    objects_.push_back(segment.object);
    if (segment.of_library)
      add_protected(segment.begin, segment.end);
    else
      add(segment.begin, segment.end);
  }
  for (std::size_t i = protected_before; i < protected_.size(); ++i)
    mprotect(reinterpret_cast<void*>(protected_[i].begin), protected_[i].size, PROT_READ);
}

bool MemorySnapshot::contains(Address address) const {
  return std::ranges::any_of(
      ranges_, [&](const Range& range) { return address - range.begin < range.size; });
}

void MemorySnapshot::rewind() const {
  for (const Range& range : ranges_)
    copy_bytes(reinterpret_cast<void*>(range.begin), range.contents.data(), range.size);
}

}  // namespace mazurka::native
