#include "cli/program_hash.h"

#include <cstdint>

#include <fmt/format.h>

namespace mazurka::cli {

namespace {

class Fnv128 {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) add(static_cast<unsigned char>(c));
  }
  void add(unsigned char byte) { state_ = (state_ ^ byte) * prime; }

  [[nodiscard]] std::string text() const {
    return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(state_ >> 64),
                       static_cast<std::uint64_t>(state_));
  }

 private:
  __extension__ using Word = unsigned __int128;
  static constexpr Word prime = (Word{1} << 88) + 0x13b;
  Word state_ = (Word{0x6c62272e07bb0142u} << 64) + 0x62b821756295c58du;
};

}  // namespace

std::string program_hash(std::string_view source, std::span<const std::string> defines) {
  Fnv128 hash;
  hash.add(source);
  for (const std::string& define : defines) {
    hash.add('\0');  // so that "ab" + "c" is not "a" + "bc"
    hash.add(define);
  }
  return hash.text();
}

}  // namespace mazurka::cli
