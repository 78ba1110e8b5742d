#include "program/native/platform/direct_calls.h"

#include <algorithm>
#include <dlfcn.h>
#include <elf.h>
#include <iterator>
#include <link.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "program/native/platform/layout.h"
#include "program/native/platform/raw_system_call.h"

namespace mazurka::native {
namespace {

// A loaded object: the executable or a library.
struct Loaded {
  const dl_phdr_info* info = nullptr;
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  const ElfW(Rela) * relocations = nullptr;
  std::size_t relocations_size = 0;
  const ElfW(Rela) * calls = nullptr;  // relocations of calls, which may be bound on first use
  std::size_t calls_size = 0;
};

const ElfW(Dyn) * dynamic_section_of(const dl_phdr_info& info) {
  for (int i = 0; i < info.dlpi_phnum; ++i)
    if (info.dlpi_phdr[i].p_type == PT_DYNAMIC)
      return reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + info.dlpi_phdr[i].p_vaddr);
  return nullptr;
}

Loaded loaded_object(const dl_phdr_info& info) {
  Loaded result{.info = &info};
  const ElfW(Dyn)* entry = dynamic_section_of(info);
  for (; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
    const ElfW(Addr) value = entry->d_un.d_ptr;
    if (entry->d_tag == DT_SYMTAB) result.symbols = reinterpret_cast<const ElfW(Sym)*>(value);
    if (entry->d_tag == DT_STRTAB) result.names = reinterpret_cast<const char*>(value);
    if (entry->d_tag == DT_RELA) result.relocations = reinterpret_cast<const ElfW(Rela)*>(value);
    if (entry->d_tag == DT_RELASZ) result.relocations_size = value;
    if (entry->d_tag == DT_JMPREL) result.calls = reinterpret_cast<const ElfW(Rela)*>(value);
    if (entry->d_tag == DT_PLTRELSZ) result.calls_size = value;
  }
  return result;
}

bool contains(const dl_phdr_info& info, Address address) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& header = info.dlpi_phdr[i];
    if (header.p_type == PT_LOAD && address - (info.dlpi_addr + header.p_vaddr) < header.p_memsz)
      return true;
  }
  return false;
}

bool is_runtime(const dl_phdr_info& info) {
  return contains(info, reinterpret_cast<Address>(&is_runtime));
}
// Returns whether the object calls nothing: the kernel's page of functions, and the dynamic linker.
bool is_of_system(const dl_phdr_info& info) {
  const std::string_view name = info.dlpi_name;
  return name.starts_with("linux-vdso") || name.find("/ld-linux") != std::string_view::npos;
}

// --- Which functions are only the runtime's ------------------------------------------------------

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings,
                             [&](std::string_view each) { return name.starts_with(each); });
}

bool is_only_in_runtime(std::string_view name) {
  return starts_with_any(name, {"mz_", "__VERIFIER_"});
}

// Returns whether calls of this function stay bound to the runtime.
bool stays(std::string_view name) {
  constexpr std::string_view allocations[] = {
      "malloc",       "free",           "calloc", "realloc", "reallocarray",
      "memalign",     "posix_memalign", "valloc", "pvalloc", "malloc_usable_size",
      "aligned_alloc"};
  return starts_with_any(name, {"__tsan_", "__atomic_", "_Znw", "_Zna", "_Zdl", "_Zda"}) ||
         name == "dlopen" || name == "__libc_start_main" || is_only_in_runtime(name) ||
         std::ranges::find(allocations, name) != std::end(allocations);
}

// The number of symbols is not stored, but linkers place the names directly behind the symbols.
int find_call_of_runtime(dl_phdr_info* info, std::size_t, void* found) {
  if (is_runtime(*info) || is_of_system(*info)) return 0;
  const Loaded object = loaded_object(*info);
  for (const auto* symbol = object.symbols;
       symbol != nullptr && reinterpret_cast<const char*>(symbol + 1) <= object.names; ++symbol)
    if (symbol->st_shndx == SHN_UNDEF && is_only_in_runtime(object.names + symbol->st_name))
      *static_cast<bool*>(found) = true;
  return 0;
}

// --- Bindings ------------------------------------------------------------------------------------

const dl_phdr_info* runtime_info = nullptr;

bool is_in_runtime_library(Address address) { return contains(*runtime_info, address); }

// Returns the function that a call is bound to, or will be bound to on first use.
Address bound_function(const Loaded& object, Address value, const char* name) {
  if (is_in_runtime_library(value) || !contains(*object.info, value)) return value;
  return reinterpret_cast<Address>(dlsym(RTLD_DEFAULT, name));
}

void bind(const Loaded& object, const ElfW(Rela) & relocation) {
  const auto type = ELF64_R_TYPE(relocation.r_info);
  const auto index = ELF64_R_SYM(relocation.r_info);
  if (index == 0) return;
  if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT && type != R_X86_64_64) return;
  const char* const name = object.names + object.symbols[index].st_name;
  auto& slot = *reinterpret_cast<Address*>(object.info->dlpi_addr + relocation.r_offset);
  const Address function = type == R_X86_64_JUMP_SLOT ? bound_function(object, slot, name) : slot;
  if (!is_in_runtime_library(function) || stays(name)) return;
  if (void* const next = dlsym(RTLD_NEXT, name)) slot = reinterpret_cast<Address>(next);
}

// Changes the protection of the tables that are read-only once they are filled.
void protect_tables(const dl_phdr_info& info, int protection) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& header = info.dlpi_phdr[i];
    if (header.p_type != PT_GNU_RELRO) continue;
    const Address begin = (info.dlpi_addr + header.p_vaddr) & ~(page_size - 1);
    const Address end = (info.dlpi_addr + header.p_vaddr + header.p_memsz) & ~(page_size - 1);
    if (begin < end)
      raw_system_call(SYS_mprotect, static_cast<long>(begin), static_cast<long>(end - begin),
                      protection);
  }
}

int bind_all(dl_phdr_info* info, std::size_t, void*) {
  if (is_runtime(*info) || is_of_system(*info)) return 0;
  const Loaded object = loaded_object(*info);
  if (object.symbols == nullptr) return 0;
  protect_tables(*info, PROT_READ | PROT_WRITE);
  for (std::size_t i = 0; i < object.relocations_size / sizeof(ElfW(Rela)); ++i)
    bind(object, object.relocations[i]);
  for (std::size_t i = 0; i < object.calls_size / sizeof(ElfW(Rela)); ++i)
    bind(object, object.calls[i]);
  protect_tables(*info, PROT_READ);
  return 0;
}

int with_runtime(dl_phdr_info* info, std::size_t, void*) {
  if (!is_runtime(*info)) return 0;
  runtime_info = info;
  dl_iterate_phdr(bind_all, nullptr);
  return 1;
}

}  // namespace

bool needs_runtime() {
  bool found = false;
  dl_iterate_phdr(find_call_of_runtime, &found);
  return found;
}

void call_directly() { dl_iterate_phdr(with_runtime, nullptr); }

}  // namespace mazurka::native
