#include "program/native/image.h"

#include <algorithm>
#include <cstring>
#include <link.h>
#include <string_view>
#include <utility>

#include "program/native/heap.h"

namespace mazurka::native {
namespace {

using Ranges = std::vector<std::pair<Address, Address>>;

bool is_part_of_the_checker(const dl_phdr_info& object) {
  const std::string_view name = object.dlpi_name;
  for (const char* const ours :
       {"libmazurka_native", "ld-linux", "linux-vdso", "libgcc_s", "libfmt"})
    if (name.find(ours) != std::string_view::npos) return true;
  return false;
}

// What the dynamic linker made read-only after relocation cannot change.
void add_without(Address begin, Address end, Address hole_begin, Address hole_end, Ranges& result) {
  if (hole_begin >= end || hole_end <= begin) {
    result.emplace_back(begin, end);
    return;
  }
  if (begin < hole_begin) result.emplace_back(begin, hole_begin);
  if (hole_end < end) result.emplace_back(hole_end, end);
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
    add_without(begin, begin + header.p_memsz, relro_begin, relro_end,
                *static_cast<Ranges*>(result));
  }
  return 0;
}

}  // namespace

void Image::add(Address begin, Address end) {
  if (begin >= end) return;
  const auto* const bytes = reinterpret_cast<const unsigned char*>(begin);
  ranges_.push_back({begin, end - begin, {bytes, bytes + (end - begin)}});
}

void Image::take_snapshot() {
  Ranges segments;
  dl_iterate_phdr(add_segments, &segments);
  for (const auto& [begin, end] : segments) add(begin, end);
  const Address startup = heap_begin + Heap::startup_area * heap_area;
  const Address end = heap.used_end(Heap::startup_area);
  if (end == 0) return;
  add(startup, end);
  add(shadow_begin, shadow_begin + (end - startup) / granule);
}

void Image::rewind() const {
  for (const Range& range : ranges_)
    std::memcpy(reinterpret_cast<void*>(range.begin), range.contents.data(), range.size);
}

}  // namespace mazurka::native
