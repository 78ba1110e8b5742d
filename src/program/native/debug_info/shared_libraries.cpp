#include "program/native/debug_info/shared_libraries.h"

#include <algorithm>
#include <array>
#include <elf.h>
#include <link.h>
#include <map>
#include <set>

namespace mazurka::native {
namespace {

struct LoadedLibrary {
  std::vector<std::string> needs;  // file names
  bool is_instrumented = false;
};

std::string_view without_folders(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Returns an address in memory. The dynamic linker has relocated the entries of most objects, but
// not those of the vdso.
const char* pointer_of(const dl_phdr_info& object, ElfW(Addr) address) {
  const ElfW(Addr) absolute = address < object.dlpi_addr ? object.dlpi_addr + address : address;
  return reinterpret_cast<const char*>(absolute);
}

LoadedLibrary read_library(const dl_phdr_info& object) {
  LoadedLibrary result;
  const ElfW(Dyn)* entries = nullptr;
  for (unsigned i = 0; i < object.dlpi_phnum; ++i)
    if (object.dlpi_phdr[i].p_type == PT_DYNAMIC)
      entries = reinterpret_cast<const ElfW(Dyn)*>(object.dlpi_addr + object.dlpi_phdr[i].p_vaddr);
  if (entries == nullptr) return result;
  const char* names = nullptr;
  std::size_t size = 0;
  for (const ElfW(Dyn)* entry = entries; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_STRTAB) names = pointer_of(object, entry->d_un.d_ptr);
    if (entry->d_tag == DT_STRSZ) size = entry->d_un.d_val;
  }
  if (names == nullptr) return result;
  for (const ElfW(Dyn)* entry = entries; entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_NEEDED && entry->d_un.d_val < size)
      result.needs.emplace_back(without_folders(names + entry->d_un.d_val));
  result.is_instrumented = std::string_view(names, size).find("__tsan_") != std::string_view::npos;
  return result;
}

using Libraries = std::map<std::string, LoadedLibrary, std::less<>>;  // "": the executable

int add_library(dl_phdr_info* object, std::size_t, void* libraries) {
  static_cast<Libraries*>(libraries)->emplace(without_folders(object->dlpi_name),
                                              read_library(*object));
  return 0;
}

}  // namespace

bool is_known_library(std::string_view file_name) {
  static constexpr std::array<std::string_view, 15> known = {
      "libc",   "libm",      "libmvec",   "libpthread",      "libdl",
      "librt",  "libutil",   "libresolv", "libgcc_s",        "libstdc++",
      "libc++", "libc++abi", "libatomic", "ld-linux-x86-64", "libmazurka_native"};
  const std::string_view name = file_name.substr(0, file_name.find(".so"));
  return std::ranges::find(known, name) != known.end() || name.starts_with("libgtest") ||
         name.starts_with("libgmock") || name.starts_with("linux-vdso");
}

std::vector<std::string> unseen_libraries() {
  Libraries loaded;
  dl_iterate_phdr(add_library, &loaded);
  std::vector<std::string> result;
  std::set<std::string> seen;
  std::vector<std::string> to_visit = loaded[""].needs;
  while (!to_visit.empty()) {
    const std::string name = to_visit.back();
    to_visit.pop_back();
    const auto library = loaded.find(name);
    if (is_known_library(name) || library == loaded.end() || !seen.insert(name).second) continue;
    if (!library->second.is_instrumented) result.push_back(name);
    to_visit.insert(to_visit.end(), library->second.needs.begin(), library->second.needs.end());
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace mazurka::native
