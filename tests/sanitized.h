// Under AddressSanitizer programs are about ten times slower: tests with many random cases take
// fewer there, of the same kinds.
#pragma once

namespace mazurka {

#ifdef __has_feature  // clang
#if __has_feature(address_sanitizer)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif
#elif defined(__SANITIZE_ADDRESS__)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

}  // namespace mazurka
