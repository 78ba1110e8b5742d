#include "program/native/identity.h"

#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "program/native/kernel/standard_input.h"
#include "program/native/process/modules.h"

namespace mazurka::native {

namespace {

std::string contents_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::string text_of(const StableName& hash) {
  return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

std::string hash_of_file(const std::string& file) {
  return "hash " + text_of(continued(StableName{}, contents_of(file)));
}

// Returns a hash of the code and the data of an executable. Left out are notes, which contain the
// build id, the dynamic section, which says where the runtime is, and the first segment, which
// contains the names for the dynamic linker.
std::string hash_of_code(const std::string& file) {
  std::string contents = contents_of(file);
  Elf64_Ehdr header;
  if (contents.size() < sizeof header) return hash_of_file(file);
  std::memcpy(&header, contents.data(), sizeof header);
  std::vector<Elf64_Phdr> segments(header.e_phnum);
  if (header.e_phentsize != sizeof(Elf64_Phdr) ||
      header.e_phoff + segments.size() * sizeof(Elf64_Phdr) > contents.size())
    return hash_of_file(file);
  std::memcpy(segments.data(), contents.data() + header.e_phoff,
              segments.size() * sizeof(Elf64_Phdr));
  for (const Elf64_Phdr& each : segments)
    if ((each.p_type == PT_NOTE || each.p_type == PT_DYNAMIC) &&
        each.p_offset + each.p_filesz <= contents.size())
      std::memset(contents.data() + each.p_offset, 0, each.p_filesz);
  StableName hash;
  for (const Elf64_Phdr& each : segments) {
    const bool is_first = each.p_offset == 0 && (each.p_flags & PF_X) == 0;
    if (each.p_type != PT_LOAD || is_first || each.p_offset + each.p_filesz > contents.size())
      continue;
    hash = continued(continued(hash, each.p_vaddr), each.p_memsz);
    hash = continued(hash, std::string_view(contents).substr(each.p_offset, each.p_filesz));
  }
  return "code " + text_of(hash);
}

std::string identity_of_module(const LoadedModule& module, bool is_fresh) {
  const bool is_executable = module.path.empty();
  const std::string file = is_executable ? "/proc/self/exe" : module.path;
  if (is_executable && is_fresh) return hash_of_code(file);
  return module.build_id.empty() ? hash_of_file(file) : "build id " + module.build_id;
}

std::string without_line_breaks(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

}  // namespace

// The name of the program, its first argument, differs from machine to machine.
ProgramIdentity identity_of(const ProgramToRun& program, bool is_fresh, bool with_input) {
  ProgramIdentity result;
  result.add("version of names and events", std::to_string(names_version));
  for (const LoadedModule* const module : modules_of_program())
    result.add(module->path.empty() ? "the executable" : module->name,
               identity_of_module(*module, is_fresh));
  for (std::size_t i = 1; i < program.arguments.size(); ++i)
    result.add(fmt::format("argument {}", i), without_line_breaks(program.arguments[i]));
  if (with_input) result.add(std::string(name_of_input), identity_of_input());
  result.add("options", program.options.to_text());
  return result;
}

}  // namespace mazurka::native
