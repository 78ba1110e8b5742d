#include "program/native/debug_info/debug_reader.h"

#include <elf.h>
#include <fstream>
#include <iterator>
#include <vector>

namespace mazurka::native {
namespace {

// Returns the contents of a section of an ELF file; empty if there is no such section.
Bytes section_of(Bytes file, const std::string& wanted) {
  if (file.size() < sizeof(Elf64_Ehdr) || std::memcmp(file.data(), ELFMAG, SELFMAG) != 0) return {};
  Elf64_Ehdr header;
  std::memcpy(&header, file.data(), sizeof header);
  const auto section = [&](std::size_t index) {
    Elf64_Shdr result{};
    const std::size_t at = header.e_shoff + index * sizeof result;
    if (at + sizeof result <= file.size()) std::memcpy(&result, file.data() + at, sizeof result);
    return result;
  };
  const Elf64_Shdr names = section(header.e_shstrndx);
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr each = section(i);
    const std::size_t name = names.sh_offset + each.sh_name;
    if (name + wanted.size() + 1 > file.size() || each.sh_offset + each.sh_size > file.size())
      continue;
    if (std::memcmp(file.data() + name, wanted.c_str(), wanted.size() + 1) != 0) continue;
    if ((each.sh_flags & SHF_COMPRESSED) != 0 || each.sh_type == SHT_NOBITS) return {};
    return file.subspan(each.sh_offset, each.sh_size);
  }
  return {};
}

}  // namespace

Bytes debug_section(const std::string& name) {
  static const std::vector<char> text = [] {
    std::ifstream stream("/proc/self/exe", std::ios::binary);
    return std::vector<char>{std::istreambuf_iterator<char>(stream), {}};
  }();
  return section_of({reinterpret_cast<const unsigned char*>(text.data()), text.size()}, name);
}

}  // namespace mazurka::native
