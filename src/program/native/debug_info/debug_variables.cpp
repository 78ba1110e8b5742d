#include "program/native/debug_info/debug_variables.h"

#include <cstdlib>
#include <map>
#include <unordered_map>
#include <vector>

#include "program/native/debug_info/debug_process.h"

namespace mazurka::native {
namespace {

using debug_info::Request;
using debug_info::RequestKind;

// A parameter that points to an object.
struct ObjectParameter {
  Address slot = 0;  // where the pointer lies, relative to the canonical frame address
  std::size_t size = 0;
  std::uint64_t type = 0;
};

// Returns the parameters of the function that a call will resume at `code`.
const std::vector<ObjectParameter>& parameters_at(Address code) {
  static std::unordered_map<Address, std::vector<ObjectParameter>> known;
  const auto [entry, is_new] = known.try_emplace(code);
  if (!is_new) return entry->second;
  const DebugAnswer texts =
      ask_debug_process({.kind = RequestKind::parameters, .code = address_in_file(code - 1)});
  const auto number = [](const std::string& text) {
    return std::strtoull(text.c_str(), nullptr, 10);
  };
  for (std::size_t i = 0; i + 2 < texts.size(); i += 3)
    entry->second.push_back({static_cast<Address>(std::strtoll(texts[i].c_str(), nullptr, 10)),
                             number(texts[i + 1]), number(texts[i + 2])});
  return entry->second;
}

std::string name_of_member(const ObjectParameter& object, std::size_t offset, std::size_t size) {
  static std::map<std::tuple<std::uint64_t, std::size_t, std::size_t>, std::string> known;
  const auto [entry, is_new] = known.try_emplace({object.type, offset, size});
  if (!is_new) return entry->second;
  const DebugAnswer name = ask_debug_process({.kind = RequestKind::member,
                                              .size = static_cast<std::uint32_t>(size),
                                              .address = offset,
                                              .type = object.type});
  if (!name.empty()) entry->second = name.front();
  return entry->second;
}

}  // namespace

bool find_part_of_global(Address address, std::size_t size, std::string& part) {
  const DebugAnswer found = ask_debug_process({.kind = RequestKind::global,
                                               .size = static_cast<std::uint32_t>(size),
                                               .address = address_in_file(address)});
  if (found.empty()) return false;
  part = found.front();
  return true;
}

std::string name_of_local(Address address, std::size_t size, const CallFrame& frame) {
  const DebugAnswer name = ask_debug_process({.kind = RequestKind::local,
                                              .size = static_cast<std::uint32_t>(size),
                                              .code = address_in_file(frame.code - 1),
                                              .address = address - frame.end});
  return name.empty() ? "" : name.front();
}

std::string name_of_member(Address address, std::size_t size, const CallFrame& frame) {
  for (const ObjectParameter& parameter : parameters_at(frame.code)) {
    const Address slot = frame.end + parameter.slot;
    if (!is_in_slot(slot)) continue;
    const Address object = *reinterpret_cast<const Address*>(slot);
    if (address - object >= parameter.size) continue;
    std::string name = name_of_member(parameter, address - object, size);
    if (!name.empty()) return name;
  }
  return {};
}

}  // namespace mazurka::native
