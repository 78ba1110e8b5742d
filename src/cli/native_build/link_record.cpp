#include "cli/native_build/link_record.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <optional>

#include "cli/files.h"
#include "cli/native_build/process.h"
#include "cli/native_build/words.h"

namespace mazurka::cli {

namespace {

std::string_view file_name_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Libraries whose code is not instrumented in any program: their calls are intercepted where they
// matter.
bool is_of_compiler_or_framework(std::string_view archive) {
  static constexpr std::array<std::string_view, 13> known = {
      "libgcc", "libgcc_eh", "libc_nonshared", "libc",        "libm",      "libmvec",  "libpthread",
      "libdl",  "librt",     "libstdc++",      "libstdc++fs", "libatomic", "libsupc++"};
  const std::string_view name = archive.substr(0, archive.size() - 2);  // without ".a"
  return std::ranges::find(known, name) != known.end() || name.starts_with("libclang_rt") ||
         name.starts_with("libm-") || name.starts_with("libgtest") || name.starts_with("libgmock");
}

// Record lines end at a line break, and fields at a tab.
std::string without_separators(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return text;
}

// --- ELF ----------------------------------------------------------------------------------------

// Reads parts of a file. An executable with debug information can be large, so it is not read as a
// whole.
class ElfFile {
 public:
  explicit ElfFile(const std::string& path) : stream_(path, std::ios::binary) {
    const auto header = value_at<Elf64_Ehdr>(0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr))
      return;
    for (unsigned i = 0; i < header->e_shnum; ++i) {
      const auto section = value_at<Elf64_Shdr>(header->e_shoff + i * sizeof(Elf64_Shdr));
      if (!section) break;
      sections_.push_back(*section);
    }
    if (header->e_shstrndx < sections_.size()) names_ = contents(sections_[header->e_shstrndx]);
  }

  // Returns the contents of the section; none if there is no such section.
  [[nodiscard]] std::optional<std::string> section(std::string_view name) {
    for (const Elf64_Shdr& section : sections_)
      if (section.sh_name < names_.size() &&
          std::string_view(names_.c_str() + section.sh_name) == name)
        return contents(section);
    return std::nullopt;
  }

 private:
  template <class T>
  std::optional<T> value_at(std::uint64_t offset) {
    T value;
    if (!read(offset, reinterpret_cast<char*>(&value), sizeof value)) return std::nullopt;
    return value;
  }
  [[nodiscard]] std::string contents(const Elf64_Shdr& section) {
    constexpr std::uint64_t most = 16u << 20;  // a damaged file must not take all memory
    if (section.sh_type == SHT_NOBITS || section.sh_size > most) return {};
    std::string result(section.sh_size, '\0');
    return read(section.sh_offset, result.data(), result.size()) ? result : std::string();
  }
  bool read(std::uint64_t offset, char* to, std::size_t size) {
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(offset));
    stream_.read(to, static_cast<std::streamsize>(size));
    return stream_.good();
  }

  std::ifstream stream_;
  std::vector<Elf64_Shdr> sections_;
  std::string names_;
};

}  // namespace

std::vector<std::string> linked_objects(const std::vector<std::string>& objects,
                                        std::string_view map) {
  std::vector<std::string> result = objects;
  if (map.empty()) return result;
  std::erase_if(result, [&](const std::string& object) {
    const std::size_t bracket = object.rfind('[');
    if (bracket == std::string::npos || !object.ends_with(']')) return false;
    const std::string member = object.substr(bracket + 1, object.size() - bracket - 2);
    const std::string_view archive = file_name_of(std::string_view(object).substr(0, bracket));
    return map.find(std::string(archive) + "(" + member + ")") == std::string_view::npos;
  });
  return result;
}

std::vector<std::string> system_archives(std::string_view map) {
  std::vector<std::string> result;
  for (std::size_t at = map.find(".a("); at != std::string_view::npos;
       at = map.find(".a(", at + 1)) {
    const std::size_t begin = map.find_last_of(" \t\n", at) + 1;
    const std::string_view path = map.substr(begin, at + 2 - begin);
    const std::string_view name = file_name_of(path);
    if (!path.starts_with("/usr/lib") && !path.starts_with("/lib")) continue;
    if (is_of_compiler_or_framework(name)) continue;
    if (std::ranges::find(result, name) == result.end()) result.emplace_back(name);
  }
  return result;
}

NotCovered unseen_object(const std::string& object) {
  const std::size_t bracket = object.rfind('[');
  std::string name = object;
  if (bracket != std::string::npos && object.ends_with(']'))
    name = object.substr(bracket + 1, object.size() - bracket - 2) + " of " +
           std::string(file_name_of(std::string_view(object).substr(0, bracket)));
  return {NotCoveredKind::uninstrumented_object,
          name + " was not compiled by mazurka: its memory accesses are not seen", ""};
}

NotCovered unseen_library(const std::string& library) {
  return {NotCoveredKind::uninstrumented_library,
          library + " was not compiled by mazurka: its memory accesses are not seen", ""};
}

NotCovered unseen_assembly(const std::string& function) {
  return {NotCoveredKind::inline_assembly,
          "inline assembly in " + function + ": its atomic memory accesses are not seen", ""};
}

std::string link_record(const std::vector<NotCovered>& list) {
  std::string text;
  for (const NotCovered& entry : list)
    text += std::string(name_of(entry.kind)) + "\t" + without_separators(entry.what) + "\n";
  return text;
}

std::vector<NotCovered> parse_link_record(std::string_view text) {
  std::vector<NotCovered> result;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) continue;
    if (const auto kind = not_covered_kind(line.substr(0, tab)))
      add_not_covered(result, {*kind, std::string(line.substr(tab + 1)), ""});
  }
  return result;
}

bool write_link_record(const std::string& file, const std::vector<NotCovered>& list,
                       const std::string& scratch) {
  const std::string name(link_record_section);
  const std::optional<std::string> before = ElfFile(file).section(name);
  write_file(scratch, before.value_or("") + link_record(list));
  const Words command = before ? Words{"objcopy", "--update-section", name + "=" + scratch, file}
                               : Words{"objcopy",
                                       "--add-section",
                                       name + "=" + scratch,
                                       "--set-section-flags",
                                       name + "=noload,readonly",
                                       file};
  return run_child(command).status == 0;
}

std::vector<NotCovered> read_link_record(const std::string& file) {
  return parse_link_record(ElfFile(file).section(link_record_section).value_or(""));
}

}  // namespace mazurka::cli
