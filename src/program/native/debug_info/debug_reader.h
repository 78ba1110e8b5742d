// Access to the DWARF sections of the program, and decoding of the numbers in them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace mazurka::native {

using Bytes = std::span<const unsigned char>;

// Decodes numbers. Reads past the end return 0.
class Reader {
 public:
  explicit Reader(Bytes bytes) : bytes_(bytes) {}
  [[nodiscard]] bool at_end() const { return at_ >= bytes_.size(); }
  [[nodiscard]] std::size_t at() const { return at_; }
  void go_to(std::size_t at) { at_ = at; }

  std::uint64_t fixed(std::size_t size) {
    std::uint64_t value = 0;
    if (size <= bytes_.size() - std::min(at_, bytes_.size()) && size <= sizeof value)
      std::memcpy(&value, bytes_.data() + at_, size);
    at_ += size;
    return value;
  }
  std::uint64_t leb128() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint64_t byte = fixed(1);
      if (shift < 64) value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return value;
    }
  }
  std::int64_t signed_leb128() {
    const std::size_t begin = at_;
    const std::uint64_t value = leb128();
    const std::size_t bits = 7 * (at_ - begin);
    const bool is_negative = bits < 64 && (value >> (bits - 1) & 1) != 0;
    return static_cast<std::int64_t>(is_negative ? value | ~std::uint64_t{0} << bits : value);
  }

 private:
  Bytes bytes_;
  std::size_t at_ = 0;
};

// Returns a section of the program's file; empty if there is none. The file is read once and kept.
[[nodiscard]] Bytes debug_section(const std::string& name);

}  // namespace mazurka::native
