// What lies at an address of the tested program, as a number.
#pragma once

#include <cstdint>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// (Not by memcpy: what that calls is the program's, in whose fibers this runs.)
template <class Word>
[[nodiscard]] std::int64_t load_as(Address address) {
  struct [[gnu::packed, gnu::may_alias]] Unaligned {
    Word word;
  };
  return reinterpret_cast<const Unaligned*>(address)->word;
}

// Sign-extended: most small numbers are int.
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
