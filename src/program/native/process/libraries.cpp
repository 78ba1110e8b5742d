#include "program/native/process/libraries.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <link.h>
#include <string_view>
#include <sys/mman.h>
#include <utility>

#include "program/native/platform/raw_system_call.h"
#include "program/native/platform/shadow.h"
#include "program/native/process/known_libraries.h"

namespace mazurka::native {

constinit bool a_library_is_open = false;

namespace {

constexpr int may_run = PROT_READ | PROT_EXEC;

// Returns "libglib-2.0" for "/usr/lib/x86_64-linux-gnu/libglib-2.0.so.0".
std::string_view name_of_library(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  return name.substr(0, name.find(".so"));
}

bool is_excepted(std::string_view name) {
  for (const char* const each : {"libc",
                                 "libm",
                                 "libmvec",
                                 "libgcc_s",
                                 "libstdc++",
                                 "libc++",
                                 "libc++abi",
                                 "libunwind",
                                 "libpthread",
                                 "libdl",
                                 "librt",
                                 "libutil",
                                 "libresolv",
                                 "libatomic",
                                 "ld-linux-x86-64",
                                 "linux-vdso",
                                 "libmazurka_native",
                                 "libfmt",
                                 "libdw",
                                 "libelf",
                                 "libz",
                                 "libbz2",
                                 "liblzma",
                                 "libzstd"})
    if (name == each) return true;
  return false;
}

// Returns the address of a table that the dynamic section refers to. Most entries are relocated,
// some (of the vDSO) are not.
Address relocated(Address value, Address base) { return value < base ? value + base : value; }

// Returns whether the object uses a function for whose name is_wanted() is true.
template <class IsWanted>
bool uses_function(const dl_phdr_info& object, const ElfW(Dyn) * entries,
                   const IsWanted& is_wanted) {
  const char* names = nullptr;
  const ElfW(Sym)* symbols = nullptr;
  for (const auto* entry = entries; entry->d_tag != DT_NULL; ++entry) {
    const Address value = relocated(entry->d_un.d_ptr, object.dlpi_addr);
    if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(value);
    if (entry->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(value);
  }
  if (names == nullptr || symbols == nullptr) return false;
  // The string table follows the symbol table in files of all linkers, which gives the number of
  // symbols. Undefined symbols come first.
  const auto* const end = reinterpret_cast<const ElfW(Sym)*>(names);
  for (const auto* symbol = symbols; symbol < end; ++symbol)
    if (symbol->st_shndx == SHN_UNDEF && is_wanted(std::string_view(names + symbol->st_name)))
      return true;
  return false;
}

// Returns whether the name is one that the compiler's instrumentation calls.
bool is_of_instrumentation(std::string_view name) { return name.starts_with("__tsan_"); }

bool is_of_threads(std::string_view name) {
  for (const char* const prefix :
       {"pthread_mutex", "pthread_cond", "pthread_rwlock", "pthread_spin", "pthread_barrier",
        "pthread_once", "pthread_create", "pthread_join", "sem_", "mtx_", "cnd_", "thrd_",
        "call_once", "syscall", "__atomic_", "_ZNSt6thread", "_ZNSt18condition_variable"})
    if (name.starts_with(prefix)) return true;
  return false;
}

// Returns whether the code seems to contain an instruction with a lock prefix, an exchange with
// memory, or a system call. Bytes that only look like one count, too.
bool has_atomic_instruction(Address begin, std::size_t size) {
  const auto* const code = reinterpret_cast<const unsigned char*>(begin);
  const auto is_rex = [](unsigned char byte) { return (byte & 0xf0) == 0x40; };
  for (std::size_t i = 0; i + 4 < size; ++i) {
    const unsigned char* const at = code + i;
    if (at[0] == 0x0f && at[1] == 0x05) return true;
    const unsigned char* const operation = is_rex(at[1]) ? at + 2 : at + 1;
    const bool can_be_locked = operation[0] == 0x0f || (operation[0] & 0xfc) == 0x80 ||
                               operation[0] >= 0xfe || operation[0] < 0x34;
    if (at[0] == 0xf0 && can_be_locked && (operation[1] & 0xc0) != 0xc0) return true;
    if ((at[0] & 0xfe) == 0x86 && (at[1] & 0xc0) != 0xc0) return true;
  }
  return false;
}

// Returns the names of the libraries that the object is linked with.
std::vector<std::string> needed_by(const dl_phdr_info& object, const ElfW(Dyn) * entries) {
  const char* names = nullptr;
  for (const auto* entry = entries; entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_STRTAB)
      names = reinterpret_cast<const char*>(relocated(entry->d_un.d_ptr, object.dlpi_addr));
  std::vector<std::string> result;
  for (const auto* entry = entries; names != nullptr && entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_NEEDED) result.emplace_back(names + entry->d_un.d_val);
  return result;
}

int find_checker(dl_phdr_info* object, std::size_t /*size*/, void* result) {
  if (name_of_library(object->dlpi_name) != "libmazurka_native") return 0;
  for (std::size_t i = 0; i < object->dlpi_phnum; ++i) {
    const auto& header = object->dlpi_phdr[i];
    if (header.p_type != PT_DYNAMIC) continue;
    const auto* const entries =
        reinterpret_cast<const ElfW(Dyn)*>(object->dlpi_addr + header.p_vaddr);
    *static_cast<std::vector<std::string>*>(result) = needed_by(*object, entries);
  }
  return 1;
}

// Returns the file names of the libraries that the checker is linked with.
std::vector<std::string> needed_by_the_checker() {
  std::vector<std::string> result;
  dl_iterate_phdr(find_checker, &result);
  return result;
}

struct LoadedCode {
  CodeRange code{};  // empty if it cannot be guarded
  const ElfW(Dyn) * entries = nullptr;
};

// Finds the executable pages of a loaded object. If data are on the same pages, they cannot be
// guarded.
LoadedCode code_of(const dl_phdr_info& object) {
  LoadedCode result;
  for (std::size_t i = 0; i < object.dlpi_phnum; ++i) {
    const auto& header = object.dlpi_phdr[i];
    const Address address = object.dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_DYNAMIC) result.entries = reinterpret_cast<const ElfW(Dyn)*>(address);
    if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0 || result.code.size != 0) continue;
    if ((header.p_flags & PF_W) != 0) return {};
    const Address begin = address & ~(page_size - 1);
    const Address end = (address + header.p_memsz + page_size - 1) & ~(page_size - 1);
    result.code = {begin, end - begin};
  }
  if (result.entries == nullptr) result.code = {};
  return result;
}

// Returns whether code was changed when it was loaded, so that the file does not contain it.
bool has_text_relocations(const ElfW(Dyn) * entries) {
  for (const auto* entry = entries; entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_TEXTREL ||
        (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL) != 0))
      return true;
  return false;
}

void advise(Address begin, std::size_t size, int advice) {
  raw_system_call(SYS_madvise, static_cast<long>(begin), static_cast<long>(size), advice);
}

// Keeps the kernel from merging the code with the read-only data around it while it cannot run,
// which would have to be undone when it can. (The advice has no other effect on code in memory.)
void keep_apart(const CodeRange& code) { advise(code.begin, code.size, MADV_RANDOM); }

struct FoundCode {
  std::vector<Library>& libraries;
  std::vector<CodeRange>& program;
};

int add_loaded_object(dl_phdr_info* object, std::size_t /*size*/, void* result) {
  const auto& [libraries, program] = *static_cast<FoundCode*>(result);
  const std::string_view name = name_of_library(object->dlpi_name);
  if (is_excepted(name)) return 0;
  const auto [code, entries] = code_of(*object);
  if (code.size == 0) return 0;
  keep_apart(code);
  const bool is_executable = name.empty();
  if (is_executable || uses_function(*object, entries, is_of_instrumentation)) {
    if (std::ranges::find(program, code.begin, &CodeRange::begin) == program.end())
      program.push_back(code);
    return 0;
  }
  if (std::ranges::find(libraries, code.begin, &Library::begin) != libraries.end()) return 0;
  const std::string_view path = object->dlpi_name;
  libraries.push_back({.name = std::string(name),
                       .begin = code.begin,
                       .size = code.size,
                       .group = libraries.size(),
                       .needed = needed_by(*object, entries),
                       .file = std::string(path.substr(path.rfind('/') + 1)),
                       .is_changed = has_text_relocations(entries),
                       .used_pages = std::vector<bool>(code.size / page_size),
                       .is_known = is_known_to_synchronise(name),
                       .state = state_named(name),
                       .synchronises = uses_function(*object, entries, is_of_threads) ||
                                       has_atomic_instruction(code.begin, code.size)});
  return 0;
}

}  // namespace

// Libraries may be loaded elsewhere in another process, so their states are known by names.
Address state_named(std::string_view name) {
  std::uint32_t hash = 2166136261u;  // FNV-1a
  for (const char each : name) hash = (hash ^ static_cast<unsigned char>(each)) * 16777619u;
  return library_states_begin + Address{hash} * 16;
}

void GuardedLibraries::find() {
  FoundCode found{libraries_, program_};
  dl_iterate_phdr(add_loaded_object, &found);
  take_out_those_of_the_checker();
  make_groups();
  a_library_is_open = is_armed_ && !libraries_.empty();
}

// The checker calls these libraries at any time, so they cannot be closed.
void GuardedLibraries::take_out_those_of_the_checker() {
  std::vector<std::string> needed = needed_by_the_checker();
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const std::string file = needed[i];
    const auto library = std::ranges::find(libraries_, file, &Library::file);
    if (library == libraries_.end()) continue;
    needed.insert(needed.end(), library->needed.begin(), library->needed.end());
    if (std::ranges::find(of_checker_, library->name) == of_checker_.end())
      of_checker_.push_back(library->name);
    libraries_.erase(library);
  }
  for (std::size_t i = 0; i < libraries_.size(); ++i) libraries_[i].group = i;
}

// The group of a library is the smallest index that it reaches over links in either direction.
void GuardedLibraries::make_groups() {
  for (bool has_changed = true; std::exchange(has_changed, false);)
    for (Library& library : libraries_)
      for (Library& other : libraries_) {
        if (std::ranges::find(library.needed, other.file) == library.needed.end()) continue;
        const std::size_t group = std::min(library.group, other.group);
        has_changed |= library.group != group || other.group != group;
        library.group = other.group = group;
      }
  for (const Library& library : libraries_)
    libraries_[library.group].synchronises |= library.synchronises;
}

Library* GuardedLibraries::library_at(Address code) {
  const auto found = std::ranges::find_if(
      libraries_, [&](const Library& library) { return code - library.begin < library.size; });
  return found == libraries_.end() ? nullptr : &*found;
}

Library* GuardedLibraries::group_at(Address code) {
  const Library* const library = library_at(code);
  if (library == nullptr || libraries_[library->group].is_trusted) return nullptr;
  return &libraries_[library->group];
}

bool GuardedLibraries::contains(Address code) const {
  return std::ranges::any_of(
      libraries_, [&](const Library& library) { return code - library.begin < library.size; });
}

const Library* GuardedLibraries::with_state(Address state) const {
  const auto found = std::ranges::find(libraries_, state, &Library::state);
  return found == libraries_.end() ? nullptr : &*found;
}

void GuardedLibraries::trust(std::span<const std::string> names) {
  for (const Library& library : libraries_)
    for (const std::string& name : names)
      if (name == library.name || "lib" + name == library.name)
        libraries_[library.group].is_trusted = true;
}

namespace {

void set_protection(Address begin, std::size_t size, int protection) {
  raw_system_call(SYS_mprotect, static_cast<long>(begin), static_cast<long>(size), protection);
}

// Changing the protection of code takes the kernel 0.1 µs for each page that is in memory. When a
// page is used for the first time, the kernel gets its neighbours, too. So at first, code becomes
// executable page by page, which shows the pages that are used.
constexpr std::uint32_t openings_page_by_page = 500;

// Returns the page with this code and the next one: an instruction can be on both.
CodeRange pages_at(const Library& library, Address code) {
  const Address begin = code & ~(page_size - 1);
  return {begin, std::min(2 * page_size, library.begin + library.size - begin)};
}

// Keeps only the used pages of the library in memory. The kernel does not get neighbours of a page
// that have another protection.
MAZURKA_READS_ALL_MEMORY void drop_unused_pages(const Library& library) {
  advise(library.begin, library.size, MADV_DONTNEED);
  for (std::size_t i = 0; i < library.used_pages.size(); ++i) {
    if (!library.used_pages[i]) continue;
    const Address page = library.begin + i * page_size;
    set_protection(page, page_size, may_run);
    (void)*reinterpret_cast<const volatile unsigned char*>(page);
  }
}

}  // namespace

void GuardedLibraries::open(Address code) {
  Library& library = *library_at(code);
  libraries_[library.group].is_open = true;
  a_library_is_open = is_armed_;
  const bool could_run = std::exchange(library.can_run, true);
  if (library.openings == openings_page_by_page)
    return set_protection(library.begin, library.size, may_run);
  const auto [begin, size] = pages_at(library, code);
  set_protection(begin, size, may_run);
  if (library.is_changed || is_debugged_) return;  // a debugger writes breakpoints into code
  library.used_pages[(begin - library.begin) / page_size] = true;
  if (could_run || ++library.openings < openings_page_by_page) return;
  drop_unused_pages(library);
}

void GuardedLibraries::arm(bool is_debugged) {
  is_armed_ = true;
  is_debugged_ = is_debugged;
  a_library_is_open = !libraries_.empty();
}

void GuardedLibraries::close() {
  a_library_is_open = false;
  for (Library& library : libraries_) {
    Library& first = libraries_[library.group];
    if (first.is_trusted) continue;
    first.is_open = false;
    if (std::exchange(library.can_run, false))
      set_protection(library.begin, library.size, PROT_READ);
  }
  if (!std::exchange(program_is_stopped_, false)) return;
  for (const CodeRange& code : program_) set_protection(code.begin, code.size, may_run);
}

void GuardedLibraries::stop_program() {
  if (std::exchange(program_is_stopped_, true)) return;
  for (const CodeRange& code : program_) set_protection(code.begin, code.size, PROT_READ);
}

bool GuardedLibraries::is_stopped_program(Address code) const {
  return program_is_stopped_ &&
         std::ranges::any_of(program_, [&](const CodeRange& each) { return each.contains(code); });
}

GuardedLibraries& libraries() {
  static GuardedLibraries result;
  return result;
}

void close_open_libraries() { libraries().close(); }

}  // namespace mazurka::native
