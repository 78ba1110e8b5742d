// Which of the 16,384 slots of a Redis cluster holds a key: the CRC16 of its hash tag, the part
// between the first '{' and the next '}'. Keys with the same tag are on the same server.
#pragma once

#include <cstdint>
#include <string_view>

namespace mazurka::cluster {

inline constexpr std::size_t slot_count = 16384;

// CRC-16/XMODEM: polynomial 0x1021, initial value 0.
[[nodiscard]] constexpr std::uint16_t crc16(std::string_view bytes) {
  std::uint32_t crc = 0;
  for (const char byte : bytes) {
    crc ^= static_cast<std::uint32_t>(static_cast<unsigned char>(byte)) << 8;
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 0x8000) != 0 ? (crc << 1) ^ 0x1021 : crc << 1;
  }
  return static_cast<std::uint16_t>(crc);
}

[[nodiscard]] constexpr std::size_t slot_of(std::string_view key) {
  const std::size_t open = key.find('{');
  const std::size_t close = open == std::string_view::npos ? open : key.find('}', open + 1);
  if (close != std::string_view::npos && close > open + 1)
    key = key.substr(open + 1, close - open - 1);
  return crc16(key) % slot_count;
}

}  // namespace mazurka::cluster
