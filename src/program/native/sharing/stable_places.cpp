#include "program/native/sharing/stable_places.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "program/native/process/heap.h"
#include "program/native/process/libraries.h"
#include "program/native/process/modules.h"
#include "program/native/process/task_areas.h"

namespace mazurka::native {

namespace {

constexpr std::array<std::string_view, runtime_state_count> runtime_state_names = {
    "exit handlers", "random numbers", "process"};

bool is_harmless(char c) {
  return static_cast<unsigned char>(c) > 0x20 && c != 0x7f && c != '%' && c != '/';
}

std::string escaped(std::string_view name) {
  std::string result;
  for (const char c : name)
    result += is_harmless(c) ? std::string(1, c) : fmt::format("%{:02x}", c & 0xff);
  return result;
}

template <class Number>
std::optional<Number> number_in(std::string_view text, int base) {
  Number result = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, result, base);
  if (error != std::errc() || stop != end) return std::nullopt;
  return result;
}

// Returns what is between "WORD(" and ")" if the text has this form.
std::optional<std::string_view> in_parentheses(std::string_view word, std::string_view text) {
  if (text.size() < word.size() + 2 || !text.starts_with(word) || text[word.size()] != '(' ||
      text.back() != ')')
    return std::nullopt;
  return text.substr(word.size() + 1, text.size() - word.size() - 2);
}

std::string unescaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto code = text.front() == '%' ? number_in<unsigned char>(text.substr(1, 2), 16)
                                          : std::optional<unsigned char>();
    result += code ? static_cast<char>(*code) : text.front();
    text.remove_prefix(code ? std::min<std::size_t>(text.size(), 3) : 1);
  }
  return result;
}

std::optional<Address> address_of_runtime_state(std::string_view name) {
  for (std::size_t i = 0; i < runtime_state_count; ++i)
    if (escaped(runtime_state_names[i]) == name) return address_of(static_cast<RuntimeState>(i));
  return std::nullopt;
}

std::string text_of_state(Address address) {
  for (std::size_t i = 0; i < runtime_state_count; ++i)
    if (address == address_of(static_cast<RuntimeState>(i)))
      return fmt::format("runtime({})", escaped(runtime_state_names[i]));
  if (const Library* const library = libraries().with_state(address))
    return fmt::format("library({})", escaped(library->name));
  return "";
}

}  // namespace

std::string stable_text_of(Address address) {
  if (const Address whole = without_part(address); whole != address)
    return fmt::format("{}/{}", stable_text_of(whole), part_of_address(address));
  if (is_heap(address)) {
    const std::uint32_t part = heap_part_at(address);
    return fmt::format(
        "heap({})+{:x}",
        part == Heap::startup_part ? "start" : task_areas().path_of(area_of_heap_part(part)),
        address - begin_of_heap_part(part));
  }
  if (is_in_slot(address)) {
    const AreaId area = area_of_slot(address);
    return fmt::format("stack({})+{:x}", task_areas().path_of(area), address - slot_of(area));
  }
  if (const LoadedModule* const module = module_at(address))
    return fmt::format("{}+{:x}", escaped(module->name), address - module->base);
  if (const std::string state = text_of_state(address); !state.empty()) return state;
  return fmt::format("mapped-{:x}", begin_of_libraries() - address);
}

std::optional<Address> address_of(std::string_view text) {
  if (const std::size_t slash = text.rfind('/'); slash != std::string_view::npos) {
    const auto part = number_in<std::uint32_t>(text.substr(slash + 1), 10);
    const auto whole = address_of(text.substr(0, slash));
    if (!part || !whole || *part >= most_parts_of_lock) return std::nullopt;
    return address_of_part(*whole, *part);
  }
  if (const auto name = in_parentheses("library", text)) return state_named(unescaped(*name));
  if (const auto name = in_parentheses("runtime", text)) return address_of_runtime_state(*name);
  if (text.starts_with("mapped-")) {
    const auto distance = number_in<Address>(text.substr(7), 16);
    return distance ? std::optional(begin_of_libraries() - *distance) : std::nullopt;
  }
  const std::size_t plus = text.rfind('+');
  if (plus == std::string_view::npos) return std::nullopt;
  const auto offset = number_in<Address>(text.substr(plus + 1), 16);
  const std::string_view region = text.substr(0, plus);
  if (!offset) return std::nullopt;
  if (const auto owner = in_parentheses("heap", region)) {
    if (*owner == "start") return begin_of_heap_part(Heap::startup_part) + *offset;
    const AreaId area = task_areas().with_path(*owner);
    if (!area.exists() || *offset >= heap_part_size) return std::nullopt;
    return begin_of_heap_part(heap_part_of(area)) + *offset;
  }
  if (const auto owner = in_parentheses("stack", region)) {
    const AreaId area = task_areas().with_path(*owner);
    if (!area.exists() || *offset >= slot_size) return std::nullopt;
    return slot_of(area) + *offset;
  }
  for (const LoadedModule& module : modules())
    if (escaped(module.name) == region) return module.base + *offset;
  return std::nullopt;
}

StableName stable_name_of(NameKind kind, Address address, std::size_t size) {
  return continued(stable_name(kind, stable_text_of(address)), size);
}

std::uint32_t stable_code_of(Address function) {
  const LoadedModule* const module = module_at(function);
  if (module == nullptr) return static_cast<std::uint32_t>(function);
  const auto offset = static_cast<std::uint32_t>(function - module->base);
  if (module->name == executable_name) return offset;
  return offset ^ static_cast<std::uint32_t>(stable_name(NameKind::program, module->name).low);
}

}  // namespace mazurka::native
