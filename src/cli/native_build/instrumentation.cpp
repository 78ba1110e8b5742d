#include "cli/native_build/instrumentation.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <map>
#include <optional>

#include "cli/native_build/compiler.h"

namespace mazurka::cli {

namespace {

// --- nm -----------------------------------------------------------------------------------------

struct Contents {
  bool has_code = false;
  bool is_instrumented = false;
};

// A line such as "lib.a[b.o]: main T 0 10": the object, the symbol, its type, its value.
struct SymbolLine {
  std::string_view object;
  std::string_view symbol;
  char type = ' ';
};

std::optional<SymbolLine> parse_symbol_line(std::string_view line) {
  const std::size_t colon = line.rfind(": ");
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.substr(colon + 2);
  const std::size_t space = rest.find(' ');
  if (space == std::string_view::npos || space + 1 >= rest.size()) return std::nullopt;
  return SymbolLine{line.substr(0, colon), rest.substr(0, space), rest[space + 1]};
}

bool is_code(char type) { return type == 'T' || type == 't' || type == 'W' || type == 'i'; }

// --- ELF ----------------------------------------------------------------------------------------

template <class T>
std::optional<T> read_at(std::string_view contents, std::uint64_t offset) {
  if (offset > contents.size() || contents.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, contents.data() + offset, sizeof value);
  return value;
}

std::optional<Elf64_Ehdr> header_of(std::string_view contents) {
  const auto header = read_at<Elf64_Ehdr>(contents, 0);
  const bool is_elf64 = header && std::memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
                        header->e_ident[EI_CLASS] == ELFCLASS64;
  return is_elf64 ? header : std::nullopt;
}

// Returns the program headers of one type.
std::vector<Elf64_Phdr> segments_of(std::string_view contents, const Elf64_Ehdr& header,
                                    Elf64_Word type) {
  std::vector<Elf64_Phdr> result;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    const auto segment =
        read_at<Elf64_Phdr>(contents, header.e_phoff + std::uint64_t{i} * header.e_phentsize);
    if (segment && segment->p_type == type) result.push_back(*segment);
  }
  return result;
}

// Returns the entries of the dynamic section, by tag.
std::multimap<Elf64_Sxword, std::uint64_t> dynamic_entries(std::string_view contents,
                                                           const Elf64_Ehdr& header) {
  std::multimap<Elf64_Sxword, std::uint64_t> entries;
  for (const Elf64_Phdr& segment : segments_of(contents, header, PT_DYNAMIC))
    for (std::uint64_t at = 0; at < segment.p_filesz; at += sizeof(Elf64_Dyn)) {
      const auto entry = read_at<Elf64_Dyn>(contents, segment.p_offset + at);
      if (!entry || entry->d_tag == DT_NULL) break;
      entries.emplace(entry->d_tag, entry->d_un.d_val);
    }
  return entries;
}

// Returns the offset in the file of the bytes at an address.
std::optional<std::uint64_t> offset_of(std::uint64_t address, std::string_view contents,
                                       const Elf64_Ehdr& header) {
  for (const Elf64_Phdr& segment : segments_of(contents, header, PT_LOAD))
    if (address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
      return segment.p_offset + (address - segment.p_vaddr);
  return std::nullopt;
}

}  // namespace

std::vector<std::string> uninstrumented_objects(std::string_view nm_output) {
  std::map<std::string_view, Contents> objects;
  while (!nm_output.empty()) {
    const std::size_t end = nm_output.find('\n');
    const auto line = parse_symbol_line(nm_output.substr(0, end));
    nm_output.remove_prefix(end == std::string_view::npos ? nm_output.size() : end + 1);
    if (!line) continue;
    Contents& contents = objects[line->object];
    contents.has_code = contents.has_code || is_code(line->type);
    contents.is_instrumented = contents.is_instrumented || line->symbol.starts_with("__tsan_");
  }
  std::vector<std::string> result;
  for (const auto& [object, contents] : objects)
    if (contents.has_code && !contents.is_instrumented) result.emplace_back(object);
  return result;
}

bool is_executable(std::string_view contents) {
  const auto header = header_of(contents);
  return header && (header->e_type == ET_EXEC || header->e_type == ET_DYN);
}

bool is_checked_executable(std::string_view contents) {
  static constexpr std::string_view runtime("libmazurka_native.so", 21);  // with its zero
  const auto header = header_of(contents);
  if (!header) return false;
  const auto entries = dynamic_entries(contents, *header);
  const auto names = entries.find(DT_STRTAB);
  if (names == entries.end()) return false;
  const auto table = offset_of(names->second, contents, *header);
  if (!table) return false;
  const auto [first, last] = entries.equal_range(DT_NEEDED);
  return std::any_of(first, last, [&](const auto& needed) {
    const std::uint64_t at = *table + needed.second;
    return at < contents.size() && contents.substr(at, runtime.size()) == runtime;
  });
}

// Lines are "0000000000401136 <main>:" and "  401136:\tlock xadd %eax,(%rdx)". An xchg with memory
// is atomic without a prefix; an xchg of registers is not, and compilers use it as a no-op.
std::vector<std::string> functions_with_atomic_instructions(std::string_view objdump) {
  std::vector<std::string> result;
  std::string_view function;
  while (!objdump.empty()) {
    const std::string_view line = objdump.substr(0, objdump.find('\n'));
    objdump.remove_prefix(std::min(line.size() + 1, objdump.size()));
    if (line.ends_with(">:")) {
      const std::size_t begin = line.find('<') + 1;
      function = line.substr(begin, line.size() - 2 - begin);
      continue;
    }
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) continue;
    const std::string_view code = line.substr(tab + 1);
    const bool is_atomic = code.starts_with("lock ") ||
                           (code.starts_with("xchg") && code.find('(') != std::string_view::npos);
    const bool is_of_framework = function.find("testing::") != std::string_view::npos;
    if (is_atomic && !is_of_framework && (result.empty() || result.back() != function))
      result.emplace_back(function);
  }
  return result;
}

std::vector<std::string> unwatched_atomic_functions(std::string_view objdump) {
  std::vector<std::string> result;
  std::string_view function;
  bool has_accesses = false;
  bool is_watched = false;
  const auto end_function = [&] {
    if (has_accesses && !is_watched && names_atomic_function(function))
      result.emplace_back(function);
    has_accesses = is_watched = false;
  };
  while (!objdump.empty()) {
    const std::string_view line = objdump.substr(0, objdump.find('\n'));
    objdump.remove_prefix(std::min(line.size() + 1, objdump.size()));
    if (line.ends_with(">:")) {
      end_function();
      const std::size_t begin = line.find('<') + 1;
      function = line.substr(begin, line.size() - 2 - begin);
    }
    has_accesses |= line.find("<__tsan_") != std::string_view::npos;
    is_watched |= line.find("<__tsan_func_entry") != std::string_view::npos;
  }
  end_function();
  return result;
}

}  // namespace mazurka::cli
