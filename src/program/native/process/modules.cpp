#include "program/native/process/modules.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <link.h>
#include <set>

namespace mazurka::native {

namespace {

std::string in_hexadecimal(const unsigned char* bytes, std::size_t size) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string result;
  for (std::size_t i = 0; i < size; ++i) {
    result += digits[bytes[i] >> 4];
    result += digits[bytes[i] & 15];
  }
  return result;
}

// Returns the build id among the notes; empty if there is none.
std::string build_id_in(const unsigned char* notes, std::size_t size) {
  const auto rounded = [](std::size_t length) { return (length + 3) / 4 * 4; };
  ElfW(Nhdr) header;
  while (size >= sizeof header) {
    std::memcpy(&header, notes, sizeof header);
    const std::size_t name = rounded(header.n_namesz);
    const std::size_t whole = sizeof header + name + rounded(header.n_descsz);
    if (whole > size) break;
    const bool is_of_gnu =
        header.n_namesz == 4 && std::memcmp(notes + sizeof header, "GNU", 4) == 0;
    if (is_of_gnu && header.n_type == NT_GNU_BUILD_ID)
      return in_hexadecimal(notes + sizeof header + name, header.n_descsz);
    notes += whole;
    size -= whole;
  }
  return "";
}

// Returns the names of the libraries that the object is linked with. Most entries of its dynamic
// section are relocated, those of the vDSO are not.
std::vector<std::string> needs_of(const ElfW(Dyn) * entries, Address base) {
  const char* names = nullptr;
  for (const auto* entry = entries; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag != DT_STRTAB) continue;
    const Address address = entry->d_un.d_ptr;
    names = reinterpret_cast<const char*>(address < base ? address + base : address);
  }
  std::vector<std::string> result;
  for (const auto* entry = entries; names != nullptr && entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_NEEDED) result.emplace_back(names + entry->d_un.d_val);
  return result;
}

LoadedModule describe(const dl_phdr_info& object, bool is_executable) {
  LoadedModule result;
  const std::string_view path = object.dlpi_name == nullptr ? "" : object.dlpi_name;
  result.path = is_executable ? "" : path;
  result.name = is_executable ? executable_name : path.substr(path.rfind('/') + 1);
  result.base = object.dlpi_addr;
  result.begin = ~Address{0};
  for (std::size_t i = 0; i < object.dlpi_phnum; ++i) {
    const auto& header = object.dlpi_phdr[i];
    const Address begin = object.dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_NOTE && result.build_id.empty())
      result.build_id = build_id_in(reinterpret_cast<const unsigned char*>(begin), header.p_memsz);
    if (header.p_type == PT_DYNAMIC)
      result.needs = needs_of(reinterpret_cast<const ElfW(Dyn)*>(begin), object.dlpi_addr);
    if (header.p_type != PT_LOAD) continue;
    result.begin = std::min(result.begin, begin);
    result.end = std::max(result.end, begin + header.p_memsz);
  }
  return result;
}

struct ModuleList {
  std::vector<LoadedModule> modules;
  unsigned long long loads = 0;    // how often the dynamic linker has loaded something
  unsigned long long unloads = 0;  // and unloaded
  Address libraries_at_start = 0;
};

ModuleList& module_list() {
  static ModuleList result;
  return result;
}

int add_module_to_list(dl_phdr_info* object, std::size_t /*size*/, void* result) {
  auto& list = *static_cast<std::vector<LoadedModule>*>(result);
  list.push_back(describe(*object, list.empty()));  // the first one is the executable
  const auto has_same_name = [&](const LoadedModule& each) {
    return each.name == list.back().name;
  };
  if (std::ranges::count_if(list, has_same_name) > 1)
    list.back().name +=
        "@" + (list.back().build_id.empty() ? list.back().path : list.back().build_id);
  return 0;
}

int look_for_changes(dl_phdr_info* object, std::size_t /*size*/, void* result) {
  auto& counts = *static_cast<std::pair<unsigned long long, unsigned long long>*>(result);
  counts = {object->dlpi_adds, object->dlpi_subs};
  return 1;
}

}  // namespace

const std::vector<LoadedModule>& modules() {
  ModuleList& known = module_list();
  std::pair<unsigned long long, unsigned long long> counts;
  dl_iterate_phdr(look_for_changes, &counts);
  if (counts.first == known.loads && counts.second == known.unloads) return known.modules;
  known.loads = counts.first;
  known.unloads = counts.second;
  known.modules.clear();
  dl_iterate_phdr(add_module_to_list, &known.modules);
  if (known.libraries_at_start != 0) return known.modules;
  known.libraries_at_start = ~Address{0};
  for (const LoadedModule& module : known.modules)
    if (!module.path.empty())
      known.libraries_at_start = std::min(known.libraries_at_start, module.begin);
  return known.modules;
}

const LoadedModule* module_at(Address address) {
  const auto found = std::ranges::find_if(modules(), [&](const LoadedModule& each) {
    return address >= each.begin && address < each.end;
  });
  return found == modules().end() ? nullptr : &*found;
}

const LoadedModule* module_named(std::string_view name) {
  const auto found = std::ranges::find(modules(), name, &LoadedModule::name);
  return found == modules().end() ? nullptr : &*found;
}

namespace {

// Adds the names of all modules that this one needs, directly or not, except for the runtime.
void add_needed(const LoadedModule& module, std::set<std::string>& result) {
  for (const std::string& name : module.needs) {
    if (name == runtime_name || !result.insert(name).second) continue;
    if (const LoadedModule* const needed = module_named(name)) add_needed(*needed, result);
  }
}

bool is_of_kernel(const LoadedModule& module) { return module.name.starts_with("linux-"); }

// Returns whether every program uses this library. Those that only call what the runtime replaces
// are not linked with it, but the runtime is.
bool is_of_every_program(const LoadedModule& module) {
  for (const char* const name : {"libc.so", "libm.so", "libstdc++.so", "libgcc_s.so", "ld-linux"})
    if (module.name.starts_with(name)) return true;
  return false;
}

}  // namespace

std::vector<const LoadedModule*> modules_of_program() {
  std::set<std::string> of_runtime;
  std::set<std::string> of_program;
  if (const LoadedModule* const checker = module_named(runtime_name))
    add_needed(*checker, of_runtime);
  add_needed(modules().front(), of_program);
  std::vector<const LoadedModule*> result;
  for (const LoadedModule& module : modules()) {
    const bool is_only_of_runtime =
        module.name == runtime_name ||
        (of_runtime.contains(module.name) && !of_program.contains(module.name) &&
         !is_of_every_program(module));
    if (!is_only_of_runtime && !is_of_kernel(module)) result.push_back(&module);
  }
  return result;
}

Address begin_of_libraries() {
  (void)modules();
  return module_list().libraries_at_start;
}

}  // namespace mazurka::native
