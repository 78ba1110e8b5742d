#include "program/native/debug_info/debug_entries.h"

#include <algorithm>

namespace mazurka::native {

// These types are not in an anonymous namespace, because DebugUnit, which the header declares,
// contains them.
struct DebugAttribute {
  std::uint64_t attribute = 0;
  std::uint64_t form = 0;
  std::int64_t implicit = 0;
};

struct DebugAbbreviation {
  std::uint64_t tag = 0;
  bool has_children = false;
  std::vector<DebugAttribute> attributes;
};

struct DebugSections {
  Bytes info = debug_section(".debug_info");
  Bytes abbreviations = debug_section(".debug_abbrev");
  Bytes strings = debug_section(".debug_str");
  Bytes line_strings = debug_section(".debug_line_str");
  Bytes string_offsets = debug_section(".debug_str_offsets");
  Bytes addresses = debug_section(".debug_addr");
};

namespace {

enum Attribute : std::uint64_t {
  at_location = 0x02,
  at_name = 0x03,
  at_byte_size = 0x0b,
  at_low_pc = 0x11,
  at_high_pc = 0x12,
  at_upper_bound = 0x2f,
  at_abstract_origin = 0x31,
  at_count = 0x37,
  at_data_member_location = 0x38,
  at_frame_base = 0x40,
  at_specification = 0x47,
  at_type = 0x49,
  at_str_offsets_base = 0x72,
  at_addr_base = 0x73,
};

constexpr unsigned char op_addr = 0x03;
constexpr unsigned char op_addrx = 0xa1;

std::unordered_map<std::uint64_t, DebugAbbreviation> read_abbreviations(Bytes section,
                                                                        std::size_t at) {
  std::unordered_map<std::uint64_t, DebugAbbreviation> result;
  Reader reader(section);
  reader.go_to(at);
  while (!reader.at_end()) {
    const std::uint64_t code = reader.leb128();
    if (code == 0) break;
    DebugAbbreviation& added = result[code];
    added.tag = reader.leb128();
    added.has_children = reader.fixed(1) != 0;
    while (!reader.at_end()) {
      DebugAttribute each{.attribute = reader.leb128(), .form = reader.leb128()};
      if (each.form == 0x21) each.implicit = reader.signed_leb128();
      if (each.attribute == 0 && each.form == 0) break;
      added.attributes.push_back(each);
    }
  }
  return result;
}

const char* text_at(Bytes section, std::uint64_t at) {
  if (at >= section.size()) return nullptr;
  const auto rest = section.subspan(at);
  return std::ranges::find(rest, 0) == rest.end() ? nullptr
                                                  : reinterpret_cast<const char*>(rest.data());
}

std::uint64_t number_at(Bytes section, std::uint64_t at, std::size_t size) {
  Reader reader(section);
  reader.go_to(at);
  return reader.fixed(size);
}

}  // namespace

// Reads the entries of one compilation unit.
class DebugUnit {
 public:
  DebugUnit(const DebugSections& sections, std::size_t begin, std::size_t end, std::size_t first,
            std::size_t offset_size, DebugEntries& to)
      : sections_(sections),
        reader_(sections.info.first(end)),
        begin_(begin),
        offset_size_(offset_size),
        to_(to) {
    reader_.go_to(first);
  }

  void read() {
    version_ = reader_.fixed(2);
    if (version_ < 4 || version_ > 5) return;
    const std::uint64_t kind = version_ == 5 ? reader_.fixed(1) : 1;
    if (version_ == 5) address_size_ = reader_.fixed(1);
    const std::uint64_t table = reader_.fixed(offset_size_);
    if (version_ == 4) address_size_ = reader_.fixed(1);
    if (kind != 1 && kind != 3) return;  // a type unit, or a unit of a split file
    abbreviations_ = read_abbreviations(sections_.abbreviations, table);
    const std::size_t first = reader_.at();
    (void)read_entry();  // sets the bases that forms of later entries need
    reader_.go_to(first);
    read_entries();
  }

 private:
  struct Value {
    std::uint64_t number = 0;
    Bytes block;
    const char* text = nullptr;
    bool is_address = false;
  };

  void read_entries() {
    std::vector<std::size_t> parents;
    while (!reader_.at_end()) {
      const std::size_t offset = reader_.at();
      has_children_ = false;
      DebugEntry entry = read_entry();
      if (is_end_of_children_) {
        if (parents.empty() || (parents.pop_back(), parents.empty())) return;
        continue;
      }
      entry.parent = parents.empty() ? 0 : parents.back();
      entry.depth = parents.size();
      to_.by_offset_[offset] = to_.entries_.size();
      if (has_children_) parents.push_back(to_.entries_.size());
      to_.entries_.push_back(entry);
      if (parents.empty()) return;
    }
  }

  DebugEntry read_entry() {
    DebugEntry entry;
    const std::uint64_t code = reader_.leb128();
    is_end_of_children_ = code == 0;
    const auto known = abbreviations_.find(code);
    if (known == abbreviations_.end()) {
      is_end_of_children_ = true;
      if (code != 0) reader_.go_to(~std::size_t{0} / 2);  // invalid: stops reading
      return entry;
    }
    entry.tag = known->second.tag;
    has_children_ = known->second.has_children;
    bool high_is_address = false;
    for (const DebugAttribute& each : known->second.attributes) {
      const Value value = read_value(each.form, each.implicit);
      if (each.attribute == at_high_pc) high_is_address = value.is_address;
      take(entry, each.attribute, value);
    }
    if (!high_is_address) entry.high += entry.low;
    find_address(entry);
    return entry;
  }

  void take(DebugEntry& entry, std::uint64_t attribute, const Value& value) {
    switch (attribute) {
      case at_name:
        entry.name = value.text;
        break;
      case at_type:
        entry.type = value.number;
        break;
      case at_specification:
      case at_abstract_origin:
        entry.origin = value.number;
        break;
      case at_byte_size:
        entry.size = value.number;
        break;
      case at_data_member_location:
        entry.offset = static_cast<std::int64_t>(value.number);
        break;
      case at_upper_bound:
        if (value.block.empty()) entry.count = value.number + 1;
        break;
      case at_count:
        if (value.block.empty()) entry.count = value.number;
        break;
      case at_low_pc:
        entry.low = value.number;
        break;
      case at_high_pc:
        entry.high = value.number;
        break;
      case at_location:
        entry.location = value.block;
        break;
      case at_frame_base:
        entry.frame_base = value.block;
        break;
      case at_str_offsets_base:
        string_offsets_base_ = value.number;
        break;
      case at_addr_base:
        address_base_ = value.number;
        break;
      default:
        break;
    }
  }

  void find_address(DebugEntry& entry) const {
    if (entry.location.empty()) return;
    Reader expression(entry.location);
    const std::uint64_t operation = expression.fixed(1);
    if (operation == op_addr) entry.address = expression.fixed(address_size_);
    if (operation == op_addrx) entry.address = address_of(expression.leb128());
    // The expression of a thread-local variable is longer and thus excluded.
    entry.has_address =
        (operation == op_addr || operation == op_addrx) && expression.at() == entry.location.size();
  }

  [[nodiscard]] Address address_of(std::uint64_t index) const {
    return number_at(sections_.addresses, address_base_ + index * address_size_, address_size_);
  }
  [[nodiscard]] const char* text_of(std::uint64_t index) const {
    const std::uint64_t at = string_offsets_base_ + index * offset_size_;
    return text_at(sections_.strings, number_at(sections_.string_offsets, at, offset_size_));
  }

  Value block_of(std::uint64_t size) {
    Value result;
    const std::size_t begin = std::min(reader_.at(), sections_.info.size());
    const std::size_t end = begin + std::min<std::size_t>(size, sections_.info.size() - begin);
    result.block = sections_.info.subspan(begin, end - begin);
    reader_.go_to(reader_.at() + size);
    return result;
  }
  static Value number(std::uint64_t value) { return {.number = value}; }
  static Value address(std::uint64_t value) { return {.number = value, .is_address = true}; }
  static Value text(const char* value) { return {.text = value}; }
  // Returns the value of a reference to an entry in this unit.
  [[nodiscard]] Value reference(std::uint64_t value) const { return number(begin_ + value); }

  Value read_value(std::uint64_t form, std::int64_t implicit) {
    switch (form) {
      case 0x01:  // addr
        return address(reader_.fixed(address_size_));
      case 0x03:  // block2
        return block_of(reader_.fixed(2));
      case 0x04:  // block4
        return block_of(reader_.fixed(4));
      case 0x09:  // block
      case 0x18:  // exprloc
        return block_of(reader_.leb128());
      case 0x0a:  // block1
        return block_of(reader_.fixed(1));
      case 0x0b:  // data1
      case 0x0c:  // flag
        return number(reader_.fixed(1));
      case 0x05:  // data2
        return number(reader_.fixed(2));
      case 0x06:  // data4
      case 0x1c:  // ref_sup4
        return number(reader_.fixed(4));
      case 0x07:  // data8
      case 0x20:  // ref_sig8
      case 0x24:  // ref_sup8
        return number(reader_.fixed(8));
      case 0x1e:  // data16
        return block_of(16);
      case 0x08: {  // string
        const char* const found = text_at(sections_.info, reader_.at());
        reader_.go_to(reader_.at() + (found == nullptr ? 1 : std::strlen(found) + 1));
        return text(found);
      }
      case 0x0d:  // sdata
        return number(static_cast<std::uint64_t>(reader_.signed_leb128()));
      case 0x0e:  // strp
        return text(text_at(sections_.strings, reader_.fixed(offset_size_)));
      case 0x1f:  // line_strp
        return text(text_at(sections_.line_strings, reader_.fixed(offset_size_)));
      case 0x0f:  // udata
      case 0x22:  // loclistx
      case 0x23:  // rnglistx
        return number(reader_.leb128());
      case 0x10:  // ref_addr
      case 0x17:  // sec_offset
      case 0x1d:  // strp_sup
        return number(reader_.fixed(offset_size_));
      case 0x11:  // ref1
        return reference(reader_.fixed(1));
      case 0x12:  // ref2
        return reference(reader_.fixed(2));
      case 0x13:  // ref4
        return reference(reader_.fixed(4));
      case 0x14:  // ref8
        return reference(reader_.fixed(8));
      case 0x15:  // ref_udata
        return reference(reader_.leb128());
      case 0x16: {  // indirect
        const std::uint64_t real = reader_.leb128();
        return real == 0x16 ? Value{} : read_value(real, 0);
      }
      case 0x19:  // flag_present
        return number(1);
      case 0x21:  // implicit_const
        return number(static_cast<std::uint64_t>(implicit));
      case 0x1a:  // strx
        return text(text_of(reader_.leb128()));
      case 0x25:
      case 0x26:
      case 0x27:
      case 0x28:  // strx1 to strx4
        return text(text_of(reader_.fixed(form - 0x24)));
      case 0x1b:  // addrx
        return address(address_of(reader_.leb128()));
      case 0x29:
      case 0x2a:
      case 0x2b:
      case 0x2c:  // addrx1 to addrx4
        return address(address_of(reader_.fixed(form - 0x28)));
      default:
        reader_.go_to(~std::size_t{0} / 2);  // an unknown form of unknown length: stops reading
        return {};
    }
  }

  const DebugSections& sections_;
  Reader reader_;
  std::size_t begin_;
  std::size_t offset_size_;
  DebugEntries& to_;
  std::uint64_t version_ = 0;
  std::uint64_t address_size_ = 8;
  std::uint64_t string_offsets_base_ = 0;
  std::uint64_t address_base_ = 0;
  std::unordered_map<std::uint64_t, DebugAbbreviation> abbreviations_;
  bool is_end_of_children_ = false;
  bool has_children_ = false;
};

const DebugEntries& DebugEntries::of_program() {
  static const DebugEntries known = [] {
    DebugEntries result;
    const DebugSections sections;
    Reader reader(sections.info);
    while (!reader.at_end()) {
      const std::size_t begin = reader.at();
      std::size_t offset_size = 4;
      std::uint64_t length = reader.fixed(4);
      if (length == 0xffffffff) {
        offset_size = 8;
        length = reader.fixed(8);
      }
      const std::size_t first = reader.at();
      if (length == 0 || length > sections.info.size() - std::min(first, sections.info.size()))
        break;
      DebugUnit(sections, begin, first + length, first, offset_size, result).read();
      reader.go_to(first + length);
    }
    return result;
  }();
  return known;
}

const char* DebugEntries::name_of(const DebugEntry& entry) const {
  if (entry.name != nullptr) return entry.name;
  const DebugEntry* const origin = at(entry.origin);
  return entry.origin == 0 || origin == nullptr || origin == &entry ? nullptr : name_of(*origin);
}

const DebugEntry* DebugEntries::type_of(const DebugEntry& entry) const {
  if (entry.type != 0) return at(entry.type);
  const DebugEntry* const origin = at(entry.origin);
  return entry.origin == 0 || origin == nullptr || origin == &entry ? nullptr : type_of(*origin);
}

}  // namespace mazurka::native
