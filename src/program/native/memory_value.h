// What lies at an address of the tested program, as a number.
#pragma once

#include <cstdint>
#include <cstring>

#include "program/native/layout.h"

namespace mazurka::native {

template <class Word>
[[nodiscard]] std::int64_t load_as(Address address) {
  Word word;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof(Word));
  return word;
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
      std::memcpy(&bits, reinterpret_cast<const void*>(address), size);
      const unsigned unused = 64 - 8 * size;
      return static_cast<std::int64_t>(bits << unused) >> unused;
  }
}

}  // namespace mazurka::native
