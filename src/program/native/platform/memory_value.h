// Reads memory of the tested program as an integer.
#pragma once

#include <cstdint>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// Returns the possibly unaligned word at `address`. Does not use memcpy: this function runs in
// fibers of the program, where a call of memcpy would be taken for an access of the program.
template <class Word>
[[nodiscard]] std::int64_t load_as(Address address) {
  struct [[gnu::packed, gnu::may_alias]] Unaligned {
    Word word;
  };
  return reinterpret_cast<const Unaligned*>(address)->word;
}

// Returns the first 8 bytes of the value at `address`, or all `size` bytes if there are fewer. The
// result is sign-extended, because most small numbers in programs are of type int.
[[nodiscard]] inline std::int64_t value_in(Address address, std::uint32_t size) {
  switch (size) {
    case 0:
      return 0;
    case 1:
      return load_as<std::int8_t>(address);
    case 2:
      return load_as<std::int16_t>(address);
    case 4:
      return load_as<std::int32_t>(address);
    default:
      if (size >= 8) return load_as<std::int64_t>(address);
      std::uint64_t bits = 0;
      for (std::uint32_t i = 0; i < size; ++i)
        bits |= std::uint64_t{reinterpret_cast<const unsigned char*>(address)[i]} << (8 * i);
      const unsigned unused = 64 - 8 * size;
      return static_cast<std::int64_t>(bits << unused) >> unused;
  }
}

}  // namespace mazurka::native
