#include "program/native/sharing/stable_address.h"

#include <cstring>
#include <elf.h>
#include <link.h>
#include <string_view>

#include "core/hash.h"

namespace mazurka::native {
namespace {

enum class Region : std::uint64_t { heap_at_start = 1, heap, slot, module, fixed };

std::uint64_t hash_of(Region region, std::uint64_t owner, std::uint64_t offset) {
  return mix(mix(static_cast<std::uint64_t>(region), owner), offset);
}

std::uint64_t hash_of(std::string_view bytes) {
  std::uint64_t hash = bytes.size();
  for (const char byte : bytes) hash = mix(hash, static_cast<unsigned char>(byte));
  return hash;
}

std::uint64_t owner_of(const Registry& registry, std::uint32_t task) {
  return task < registry.task_count() ? registry.stable_name(TaskId{task}).high : task;
}

// Returns the build id of a module; empty if the linker wrote none.
std::string_view build_id_of(const dl_phdr_info& module) {
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = module.dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const char* note = reinterpret_cast<const char*>(module.dlpi_addr + segment.p_vaddr);
    const auto rounded = [](std::size_t size) { return (size + 3) / 4 * 4; };
    for (std::size_t rest = segment.p_memsz; rest >= sizeof(ElfW(Nhdr));) {
      ElfW(Nhdr) header;
      std::memcpy(&header, note, sizeof header);
      const std::size_t size = sizeof header + rounded(header.n_namesz) + rounded(header.n_descsz);
      if (size > rest) break;
      if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 &&
          std::memcmp(note + sizeof header, "GNU", 4) == 0)
        return {note + sizeof header + 4, header.n_descsz};
      note += size;
      rest -= size;
    }
  }
  return {};
}

std::string_view file_name_of(const dl_phdr_info& module) {
  const std::string_view path = module.dlpi_name == nullptr ? "" : module.dlpi_name;
  return path.substr(path.rfind('/') + 1);
}

struct ModuleSearch {
  Address address = 0;
  bool is_found = false;
  std::uint64_t module = 0;  // a hash of what identifies it
  Address offset = 0;
};

int find_module(dl_phdr_info* module, std::size_t /*size*/, void* argument) {
  auto& search = *static_cast<ModuleSearch*>(argument);
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = module->dlpi_phdr[i];
    const Address begin = module->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || search.address - begin >= segment.p_memsz) continue;
    const std::string_view id = build_id_of(*module);
    search.is_found = true;
    search.module = hash_of(id.empty() ? file_name_of(*module) : id);
    search.offset = search.address - module->dlpi_addr;
    return 1;
  }
  return 0;
}

}  // namespace

std::uint64_t stable_address(const Registry& registry, Address address) {
  if (is_heap(address)) {
    const Address offset = (address - heap_begin) % heap_area;
    const auto area = static_cast<std::uint32_t>((address - heap_begin) / heap_area);
    return area == 0 ? hash_of(Region::heap_at_start, 0, offset)
                     : hash_of(Region::heap, owner_of(registry, area - 1), offset);
  }
  if (is_in_slot(address))
    return hash_of(Region::slot, owner_of(registry, task_of_slot(address)),
                   (address - slots_begin) % slot_size);
  ModuleSearch search{.address = address};
  dl_iterate_phdr(find_module, &search);
  return search.is_found ? hash_of(Region::module, search.module, search.offset)
                         : hash_of(Region::fixed, 0, address);
}

StableName stable_name_of(const Registry& registry, NativeObject kind, Address address,
                          std::size_t detail) {
  const std::uint64_t part = address >> part_shift;  // of a read-write lock; usually 0
  return mix(mix(static_cast<std::uint64_t>(kind), stable_address(registry, without_part(address))),
             mix(detail, part));
}

}  // namespace mazurka::native
