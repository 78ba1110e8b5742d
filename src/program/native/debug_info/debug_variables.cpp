#include "program/native/debug_info/debug_variables.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "program/native/debug_info/debug_entries.h"

namespace mazurka::native {
namespace {

const DebugEntries& entries() { return DebugEntries::of_program(); }

bool is_class(const DebugEntry& type) {
  return type.tag == debug_tag::structure || type.tag == debug_tag::enclosing_class;
}

// Returns the definition of a class that is only declared here: clang emits the definition only in
// the unit of its constructor. Returns null if there is none, or if there are several that differ.
const DebugEntry* definition_of(const DebugEntry& declaration) {
  static const auto defined = [] {
    std::unordered_map<std::string_view, const DebugEntry*> result;
    for (const DebugEntry& entry : entries().all()) {
      if (!is_class(entry) || entry.name == nullptr || entry.size == 0) continue;
      const auto [known, is_new] = result.try_emplace(entry.name, &entry);
      if (!is_new && known->second != nullptr && known->second->size != entry.size)
        known->second = nullptr;
    }
    return result;
  }();
  const auto found = defined.find(declaration.name);
  return found == defined.end() ? nullptr : found->second;
}

// Returns the type without qualifiers and typedefs; null if it is void or unknown.
const DebugEntry* plain(const DebugEntry* type) {
  for (int i = 0; type != nullptr && i < 64; ++i) {
    const bool is_wrapper = type->tag == debug_tag::alias || type->tag == debug_tag::constant ||
                            type->tag == debug_tag::volatile_type ||
                            type->tag == debug_tag::atomic_type;
    if (is_class(*type) && type->size == 0 && type->name != nullptr) return definition_of(*type);
    if (!is_wrapper) return type;
    type = entries().type_of(*type);
  }
  return nullptr;
}

template <class Visit>
void for_children(const DebugEntry& parent, Visit visit) {
  const auto& all = entries().all();
  const std::size_t index = entries().index_of(parent);
  for (std::size_t i = index + 1; i < all.size() && all[i].depth > parent.depth; ++i)
    if (all[i].parent == index) visit(all[i]);
}

std::size_t size_of(const DebugEntry* type);

// Returns the dimensions of an array, outermost first.
std::vector<std::uint64_t> lengths_of(const DebugEntry& array) {
  std::vector<std::uint64_t> result;
  for_children(array, [&](const DebugEntry& child) {
    if (child.tag == debug_tag::subrange) result.push_back(child.count);
  });
  return result;
}

std::size_t size_of(const DebugEntry* type) {
  type = plain(type);
  if (type == nullptr) return 0;
  if (type->size != 0) return type->size;
  if (type->tag == debug_tag::pointer || type->tag == debug_tag::reference) return sizeof(void*);
  if (type->tag != debug_tag::array) return 0;
  std::size_t size = size_of(entries().type_of(*type));
  for (const std::uint64_t length : lengths_of(*type)) size *= length;
  return size;
}

// Returns whether this is the name of an internal member of a library class, which names of
// variables should not show.
bool is_internal(std::string_view name) {
  return name.starts_with("_M_") || name.starts_with("__") || name.starts_with("_Vptr") ||
         name.starts_with("_vptr");
}

std::string offset_in_words(std::size_t offset) {
  return offset == 0 ? "" : fmt::format("+{}", offset);
}

class Part {
 public:
  Part(std::size_t offset, std::size_t size) : offset_(offset), size_(size) {}

  std::string in(const DebugEntry* type) {
    type = plain(type);
    if (type == nullptr) return offset_in_words(offset_);
    if (offset_ == 0 && size_ != 0 && size_ >= size_of(type)) return {};
    switch (type->tag) {
      case debug_tag::structure:
      case debug_tag::enclosing_class:
      case debug_tag::union_type:
        return in_members(*type);
      case debug_tag::array:
        return in_elements(*type);
      default:
        return offset_in_words(offset_);
    }
  }

 private:
  std::string in_members(const DebugEntry& type) {
    const DebugEntry* found = nullptr;
    const DebugEntry* perhaps = nullptr;
    for_children(type, [&](const DebugEntry& child) {
      const bool is_part = child.tag == debug_tag::member || child.tag == debug_tag::inheritance;
      const auto begin = static_cast<std::size_t>(child.offset);
      if (found == nullptr && is_part && child.location.empty() && offset_ >= begin &&
          offset_ - begin < size_of(entries().type_of(child)))
        found = &child;
      // The size of a class that is only declared is unknown. Then the last such member that begins
      // before the address is taken.
      if (is_part && child.location.empty() && offset_ >= begin &&
          size_of(entries().type_of(child)) == 0)
        perhaps = &child;
    });
    if (found == nullptr) found = perhaps;
    if (found == nullptr) return offset_in_words(offset_);
    if (found->name != nullptr && is_internal(found->name)) return offset_in_words(offset_);
    Part inner(offset_ - static_cast<std::size_t>(found->offset), size_);
    const std::string rest = inner.in(entries().type_of(*found));
    return found->name == nullptr ? rest : "." + std::string(found->name) + rest;
  }

  std::string in_elements(const DebugEntry& type) {
    const DebugEntry* const element = entries().type_of(type);
    std::vector<std::uint64_t> lengths = lengths_of(type);
    std::size_t size = size_of(element);
    if (size == 0) return offset_in_words(offset_);
    std::size_t index = offset_ / size;
    std::string result;
    for (auto length = lengths.rbegin(); length != lengths.rend(); ++length) {
      const bool is_first = std::next(length) == lengths.rend();
      const std::uint64_t own = is_first || *length == 0 ? index : index % *length;
      if (*length != 0) index /= *length;
      result = fmt::format("[{}]", own) + result;
    }
    return result + Part(offset_ % size, size_).in(element);
  }

  std::size_t offset_;
  std::size_t size_;
};

// Returns the frame base of a function, to which addresses of its locals are relative. Supports
// only the simple expressions that compilers usually emit.
std::optional<Address> base_of(const DebugEntry& function, const CallFrame& frame) {
  constexpr unsigned char op_call_frame_cfa = 0x9c;
  constexpr unsigned char op_reg6 = 0x56;  // the register rbp, which -fno-omit-frame-pointer sets
  if (function.frame_base.size() != 1) return std::nullopt;
  if (function.frame_base[0] == op_call_frame_cfa) return frame.end;
  if (function.frame_base[0] == op_reg6) return frame.end - 2 * sizeof(Address);
  return std::nullopt;
}

const DebugEntry* function_at(Address code) {
  for (const DebugEntry& entry : entries().all())
    if (entry.tag == debug_tag::function && code >= entry.low && code < entry.high) return &entry;
  return nullptr;
}

// Returns the name of the variable of this function or block at the address; inner blocks first.
std::string find_local(const DebugEntry& scope, Address base, Address code, Address address,
                       std::size_t size) {
  constexpr unsigned char op_fbreg = 0x91;
  std::string result;
  for_children(scope, [&](const DebugEntry& child) {
    const bool runs = child.high <= child.low || (code >= child.low && code < child.high);
    if (result.empty() && child.tag == debug_tag::lexical_block && runs)
      result = find_local(child, base, code, address, size);
  });
  for_children(scope, [&](const DebugEntry& child) {
    const bool is_variable = child.tag == debug_tag::variable || child.tag == debug_tag::parameter;
    if (!result.empty() || !is_variable || child.location.empty()) return;
    Reader expression(child.location);
    if (expression.fixed(1) != op_fbreg) return;
    const Address begin = base + static_cast<Address>(expression.signed_leb128());
    const DebugEntry* const type = entries().type_of(child);
    const char* const name = entries().name_of(child);
    if (name == nullptr || address - begin >= std::max<std::size_t>(size_of(type), 1)) return;
    result = name + Part(address - begin, size).in(type);
  });
  return result;
}

}  // namespace

bool find_part_of_global(Address address, std::size_t size, std::string& part) {
  static const std::vector<const DebugEntry*> globals = [] {
    std::vector<const DebugEntry*> result;
    for (const DebugEntry& entry : entries().all())
      if (entry.tag == debug_tag::variable && entry.has_address) result.push_back(&entry);
    return result;
  }();
  for (const DebugEntry* const entry : globals) {
    const DebugEntry* const type = entries().type_of(*entry);
    if (address < entry->address || address - entry->address >= size_of(type)) continue;
    part = Part(address - entry->address, size).in(type);
    return true;
  }
  return false;
}

std::string name_of_local(Address address, std::size_t size, const CallFrame& frame) {
  const Address code = frame.code - 1;
  const DebugEntry* const function = function_at(code);
  if (function == nullptr) return {};
  const auto base = base_of(*function, frame);
  return base ? find_local(*function, *base, code, address, size) : std::string();
}

std::string name_of_member(Address address, std::size_t size, const CallFrame& frame) {
  constexpr unsigned char op_fbreg = 0x91;
  const DebugEntry* const function = function_at(frame.code - 1);
  const auto base = function == nullptr ? std::nullopt : base_of(*function, frame);
  std::string result;
  if (!base) return result;
  for_children(*function, [&](const DebugEntry& child) {
    if (!result.empty() || child.tag != debug_tag::parameter || child.location.empty()) return;
    Reader expression(child.location);
    if (expression.fixed(1) != op_fbreg) return;
    const DebugEntry* const pointer = plain(entries().type_of(child));
    if (pointer == nullptr ||
        (pointer->tag != debug_tag::pointer && pointer->tag != debug_tag::reference))
      return;
    const DebugEntry* const type = plain(entries().type_of(*pointer));
    if (type == nullptr || !is_class(*type) || type->name == nullptr) return;
    const Address slot = *base + static_cast<Address>(expression.signed_leb128());
    if (slot - slots_begin >= slots_end - slots_begin) return;
    const Address object = *reinterpret_cast<const Address*>(slot);
    if (address - object >= size_of(type)) return;
    const std::string part = Part(address - object, size).in(type);
    if (part.starts_with(".")) result = std::string(type->name) + "::" + part.substr(1);
  });
  return result;
}

}  // namespace mazurka::native
