#include "program/native/debug_info/symbols.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <map>
#include <memory>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "program/native/debug_info/caller_frames.h"
#include "program/native/debug_info/debug_lines.h"
#include "program/native/debug_info/stack_walk.h"
#include "program/native/process/heap.h"
#include "program/native/process/libraries.h"
#include "program/native/process/running.h"
#include "program/native/process/task_areas.h"

namespace mazurka::native {
namespace {

struct Symbol {
  Address begin = 0;
  std::size_t size = 0;
  const char* name = nullptr;
};

// Returns the executable's symbol table. The file stays mapped.
std::vector<Symbol> read_symbols() {
  std::vector<Symbol> result;
  const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (file < 0 || fstat(file, &status) != 0) return result;
  const auto length = static_cast<std::size_t>(status.st_size);
  void* const mapped = mmap(nullptr, length, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (mapped == MAP_FAILED) return result;
  const auto* const bytes = static_cast<const char*>(mapped);
  const auto* const elf = reinterpret_cast<const Elf64_Ehdr*>(bytes);
  const auto* const sections = reinterpret_cast<const Elf64_Shdr*>(bytes + elf->e_shoff);
  const Address base = load_address();
  for (unsigned i = 0; i < elf->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const auto* const symbols = reinterpret_cast<const Elf64_Sym*>(bytes + sections[i].sh_offset);
    const char* const names = bytes + sections[sections[i].sh_link].sh_offset;
    for (std::size_t j = 0; j < sections[i].sh_size / sizeof(Elf64_Sym); ++j) {
      const auto type = ELF64_ST_TYPE(symbols[j].st_info);
      if ((type != STT_OBJECT && type != STT_FUNC) || symbols[j].st_shndx == SHN_UNDEF) continue;
      result.push_back(
          {base + symbols[j].st_value, symbols[j].st_size, names + symbols[j].st_name});
    }
  }
  std::ranges::sort(result, {}, &Symbol::begin);
  return result;
}

const std::vector<Symbol>& all_symbols() {
  static const std::vector<Symbol> symbols = read_symbols();
  return symbols;
}

const Symbol* symbol_at(Address address) {
  const std::vector<Symbol>& symbols = all_symbols();
  auto after = std::ranges::upper_bound(symbols, address, {}, &Symbol::begin);
  while (after != symbols.begin()) {
    --after;
    if (address - after->begin < std::max<std::size_t>(after->size, 1)) return &*after;
    if (address - after->begin > (1u << 20)) break;
  }
  return nullptr;
}

// Returns the demangled name. Names of C are not passed to the demangler, which would take "n", for
// instance, for a type.
std::string demangled(const char* name) {
  if (name[0] != '_' || name[1] != 'Z') return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  if (status != 0 || text == nullptr) return name;
  std::string result = text.get();
  // The author did not write the ABI tag.
  constexpr std::string_view tag = "[abi:cxx11]";
  for (std::size_t at = 0; (at = result.find(tag)) != std::string::npos;)
    result.erase(at, tag.size());
  return result;
}

// Names a part of a variable as an array element. That its elements have this size is a guess,
// because the symbol table contains no types.
std::string part_of(const Symbol& symbol, Address address, std::size_t size) {
  const std::string name = demangled(symbol.name);
  const std::size_t offset = address - symbol.begin;
  if (offset == 0 && (size == symbol.size || size == 0)) return name;
  if (size != 0 && offset % size == 0 && symbol.size % size == 0)
    return fmt::format("{}[{}]", name, offset / size);
  return fmt::format("{}+{}", name, offset);
}

void leave_out(std::string& name, std::string_view part) {
  for (std::size_t at = 0; (at = name.find(part)) != std::string::npos;)
    name.erase(at, part.size());
}

bool is_lambda(const std::string& name) {
  for (const std::string_view mark : {"::{lambda(", "::$_", "::'lambda"})
    if (const std::size_t at = name.rfind(mark); at != std::string::npos)
      return name.find("::operator()", at) != std::string::npos;
  return false;
}

// Returns the name without result type, parameters and template arguments:
// "void (anonymous namespace)::f<int>(int)" -> "f", "main::{lambda()#1}::operator()() const" ->
// "lambda of main", as clang has it "main::$_0::operator()() const".
std::string short_name(std::string name) {
  leave_out(name, "(anonymous namespace)::");
  leave_out(name, "__cxx11::");
  std::string result;
  int depth = 0;  // of template arguments
  for (const char c : name) {
    if (c == '>' && depth > 0) {
      --depth;
    } else if (c == '<' && !result.ends_with("operator")) {
      ++depth;
    } else if (depth > 0) {
      continue;
    } else if (c == '{' || c == '$' || c == '\'') {
      return "lambda of " + result.substr(0, result.rfind("::"));
    } else if (c == '(') {
      if (result.ends_with("operator")) return result + "()";
      return is_lambda(name) ? "lambda of " + result : result;
    } else if (c == ' ' && !result.ends_with("operator")) {
      result.clear();
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace

namespace {

constexpr std::array<const char*, runtime_state_count> names_of_runtime_states = {
    "the list of exit handlers", "the random numbers of the C library",
    "the working folder and the mask of new files"};

struct GivenName {
  Address begin = 0;
  std::size_t size = 0;
  const char* name = nullptr;
};
constinit std::array<GivenName, 8> given_names;

// Returns a short name of a task: how many tasks main has created up to it, or the path of a task
// that another task has created.
std::string number_of_task(AreaId area) {
  const std::string path = task_areas().path_of(area);
  const std::size_t dot = path.find('.');
  if (dot == std::string::npos) return "0";  // main
  if (path.find('.', dot + 1) != std::string::npos) return path;
  return fmt::format("{}", std::stoul(path.substr(dot + 1)) + 1);
}

std::string owner_of_block(Address address) {
  const std::uint32_t part = heap_part_at(address);
  return part == Heap::startup_part ? "static" : "task " + number_of_task(area_of_heap_part(part));
}

}  // namespace

void give_name(const void* begin, std::size_t size, const char* name) {
  const auto first = reinterpret_cast<Address>(begin);
  for (GivenName& given : given_names) {
    if (given.begin == first) return;
    if (given.name != nullptr) continue;
    given = {first, size, name};
    return;
  }
}

std::string name_of_memory(Address address, std::size_t size) {
  for (std::size_t i = 0; i < runtime_state_count; ++i)
    if (address == address_of(static_cast<RuntimeState>(i))) return names_of_runtime_states[i];
  for (const GivenName& given : given_names)
    if (address - given.begin < given.size) return given.name;
  if (const Library* const library = libraries().with_state(address))
    return "state of " + library->name;
  if (is_heap(address)) {
    const Heap::Block block = heap.block_at(address);
    if (block.address == 0) return fmt::format("heap[{:#x}]", address);  // not there yet
    const std::string offset =
        address == block.address ? "" : fmt::format("+{}", address - block.address);
    return fmt::format("heap[{} #{}]{}", owner_of_block(address), block.number, offset);
  }
  if (is_in_slot(address)) {
    const AreaId area = area_of_slot(address);
    return fmt::format("local[task {} -{}]", number_of_task(area),
                       slot_of(area) + slot_size - address);
  }
  if (const Symbol* const symbol = symbol_at(address)) return part_of(*symbol, address, size);
  return fmt::format("{:#x}", address);
}

namespace {

std::string file_and_line(Address place) {
  const SourceLocation where = source_of(place);
  if (!is_own_file(where.file)) return {};
  return fmt::format("{}:{}", where.file.substr(where.file.rfind('/') + 1), where.line);
}

// Returns a name such as "heap[queue.cpp:31, task 1 #0]+8": where the block was allocated, its
// number among the blocks of its task, and the offset in the block.
std::string full_name_in_heap(Address address) {
  const Heap::Block block = heap.block_at(address);
  if (block.address == 0 || address - block.address >= std::max<std::size_t>(block.size, 1) ||
      block.allocated_at == 0)
    return {};
  const std::string where = file_and_line(block.allocated_at);
  if (where.empty()) return {};
  const std::string owner = owner_of_block(address);
  const std::string offset =
      address == block.address ? "" : fmt::format("+{}", address - block.address);
  return fmt::format("heap[{}, {} #{}]{}", where, owner, block.number, offset);
}

// Returns a name such as "main::total" or "worker::total (task 2)".
MemoryName full_name_in_stack(Address address, std::size_t size, const CallFrame& frame) {
  const AreaId area = area_of_slot(address);
  const std::string function = name_of_code(frame.code - 1);
  if (function.empty()) return {};
  const std::string local = name_of_local(address, size, frame);
  std::string name = function + "::" + local;
  if (local.empty()) {
    const std::string where = file_and_line(frame.code);
    name = "local of " + function + (where.empty() ? "" : " (" + where + ")");
  }
  if (area != area_of_main) name += fmt::format(" (task {})", number_of_task(area));
  return {name, local};
}

}  // namespace

MemoryName full_name_of_memory(Address address, std::size_t size, const CallFrame* frame) {
  if (is_heap(address)) return {full_name_in_heap(address), ""};
  if (frame != nullptr) return full_name_in_stack(address, size, *frame);
  const Symbol* const symbol = symbol_at(address);
  std::string part;
  if (symbol == nullptr || !find_part_of_global(address, size, part)) return {};
  return {demangled(symbol->name) + part, ""};
}

std::string mangled_name_of_code(Address address) {
  const Symbol* const symbol = symbol_at(address);
  return symbol == nullptr ? "" : symbol->name;
}

namespace {

// Returns whether the name, which may be mangled, is that of a function __VERIFIER_atomic_….
bool names_atomic_function(std::string_view name) {
  constexpr std::string_view prefix = "__VERIFIER_atomic_";
  const std::size_t at = name.find(prefix);
  if (at == std::string_view::npos) return false;
  const std::string_view rest = name.substr(at + prefix.size());
  return rest != "begin" && rest != "end";
}

}  // namespace

bool is_in_atomic_function(Address address) {
  struct Range {
    Address begin;
    std::size_t size;
  };
  const OutsideProgram outside;
  static const std::vector<Range> functions = [] {
    std::vector<Range> result;
    for (const Symbol& symbol : all_symbols())
      if (names_atomic_function(symbol.name)) result.push_back({symbol.begin, symbol.size});
    return result;
  }();
  return std::ranges::any_of(functions,
                             [&](const Range& each) { return address - each.begin < each.size; });
}

std::string name_of_code(Address address) {
  const Symbol* const symbol = symbol_at(address);
  if (symbol == nullptr) return {};
  return short_name(demangled(symbol->name));
}

std::string short_name_of(const std::string& function) {
  return short_name(demangled(function.c_str()));
}

std::string name_of_task_code(Address address) {
  const Symbol* const symbol = symbol_at(address);
  if (symbol == nullptr) return {};
  std::string name = short_name(demangled(symbol->name));
  if (!name.starts_with("lambda of ")) return name;
  const std::string where = file_and_line(symbol->begin + 1);
  return where.empty() ? name : "lambda at " + where;
}

namespace {

// Returns the text between `begin` and `end`; "" if they do not occur.
std::string between(const std::string& text, std::string_view begin, std::string_view end) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) return {};
  const std::size_t to = text.rfind(end);
  if (to == std::string::npos || to < from + begin.size()) return {};
  return text.substr(from + begin.size(), to - from - begin.size());
}

// Returns the first of the template arguments.
std::string first_of(const std::string& arguments) {
  int depth = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const char c = arguments[i];
    if (c == '<' || c == '(' || c == '{') ++depth;
    if (c == '>' || c == ')' || c == '}') --depth;
    if ((c == ',' && depth == 0) || depth < 0) return arguments.substr(0, i);
  }
  return arguments;
}

}  // namespace

std::string type_of_message(Address code) {
  const Symbol* const symbol = symbol_at(code);
  if (symbol == nullptr) return {};
  return between(demangled(symbol->name), "mazurka::handler::run<", ">(void*)");
}

std::string type_of_thread_state(Address virtual_functions) {
  const Symbol* const symbol = symbol_at(virtual_functions);
  if (symbol == nullptr) return {};
  return first_of(between(demangled(symbol->name), "_Invoker<std::tuple<", ">"));
}

Address code_of_callable(const std::string& type) {
  if (type.empty()) return 0;
  static std::map<std::string, Address> known;
  const auto [entry, is_new] = known.try_emplace(type, 0);
  if (!is_new) return entry->second;
  constexpr std::string_view call = "::operator()";
  for (const Symbol& symbol : all_symbols()) {
    const std::string name = demangled(symbol.name);
    // Names of lambdas inside the callable also begin with its name and must be excluded.
    if (name.starts_with(type) && name.rfind(call) == type.size())
      return entry->second = symbol.begin;
  }
  return 0;
}

std::string name_of_callable(const std::string& type) {
  const Address code = code_of_callable(type);
  if (code == 0 || !is_own_file(source_of(code + 1).file)) return {};
  std::string name = name_of_task_code(code);
  constexpr std::string_view call = "::operator()";
  if (name.ends_with(call)) name.resize(name.size() - call.size());
  return name;
}

std::string block_in_words(Address address) {
  const Heap::Block block = heap.block_at(address);
  if (block.address == 0) return {};
  const auto at = [](const char* verb, Address place) {
    const SourceLocation where = place == 0 ? SourceLocation{} : source_of(place);
    if (where.file.empty()) return std::string();
    return fmt::format(", {} at {}:{}", verb, where.file, where.line);
  };
  return fmt::format("byte {} of a block of {} bytes", address - block.address, block.size) +
         at("allocated", block.allocated_at) + at("freed", block.freed_at);
}

Address return_of_code(Address begin) {
  const Symbol* const function = symbol_at(begin);
  if (function == nullptr || function->begin != begin) return begin + 1;
  const auto* const code = reinterpret_cast<const unsigned char*>(begin);
  constexpr unsigned char ret = 0xc3;
  constexpr unsigned char leave = 0xc9;
  const auto is_pop = [](unsigned char byte) { return (byte & 0xf8) == 0x58; };
  // Searches backwards for the return instruction: code for exceptions may follow it.
  for (std::size_t i = function->size; i-- > 1;)
    if (code[i] == ret && (code[i - 1] == leave || is_pop(code[i - 1]))) return begin + i + 1;
  return begin + function->size;
}

SourceLocation source_of(Address address) { return line_of(address - 1); }

}  // namespace mazurka::native
