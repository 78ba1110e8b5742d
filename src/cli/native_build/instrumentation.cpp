#include "cli/native_build/instrumentation.h"

#include <cstring>
#include <elf.h>
#include <map>
#include <optional>

namespace mazurka::cli {

namespace {

// --- nm -----------------------------------------------------------------------------------------

struct Contents {
  bool has_code = false;
  bool is_instrumented = false;
};

// "lib.a[b.o]: main T 0 10": the object, the symbol, its type, its value.
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

std::uint64_t aligned(std::uint64_t size) { return (size + 3) & ~std::uint64_t{3}; }

bool has_our_note(std::string_view notes) {
  static constexpr std::string_view owner("Mazurka", 8);  // with its zero
  std::uint64_t at = 0;
  while (const auto note = read_at<Elf64_Nhdr>(notes, at)) {
    at += sizeof(Elf64_Nhdr);
    if (at <= notes.size() && note->n_namesz == owner.size() &&
        notes.substr(at, owner.size()) == owner)
      return true;
    at += aligned(note->n_namesz) + aligned(note->n_descsz);
  }
  return false;
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
  const auto header = header_of(contents);
  if (!header) return false;
  for (unsigned i = 0; i < header->e_phnum; ++i) {
    const auto segment =
        read_at<Elf64_Phdr>(contents, header->e_phoff + std::uint64_t{i} * header->e_phentsize);
    if (!segment || segment->p_type != PT_NOTE || segment->p_offset > contents.size()) continue;
    if (has_our_note(contents.substr(segment->p_offset, segment->p_filesz))) return true;
  }
  return false;
}

}  // namespace mazurka::cli
