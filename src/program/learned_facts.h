// What a program has learned (learning.h), in memory that outlives its process.
//
// What is learned takes effect when an exploration starts again, after an execution. If that
// execution kills the process, another process can start with what was learned until then.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace mazurka {

// All zeros at the start.
struct LearnedFacts {
  static constexpr std::size_t most = std::size_t{1} << 20;

  std::uint32_t size;  // of `lines`
  std::uint32_t used;  // as much of `lines` had been learned when the present exploration started
  char lines[most];    // each ends with '\n'; what does not fit is left out

  void add(std::string_view line) {
    if (line.size() + 1 > most - size) return;
    std::memcpy(lines + size, line.data(), line.size());
    lines[size + line.size()] = '\n';
    size += static_cast<std::uint32_t>(line.size() + 1);
  }
  void clear() { size = used = 0; }

  // The functions below are for the process that reads it. A program may have overwritten it.
  [[nodiscard]] bool has_news() const { return used < size && size <= most; }
  [[nodiscard]] std::vector<std::string> all() const {
    std::vector<std::string> result;
    std::string_view rest(lines, std::min<std::size_t>(size, most));
    for (std::size_t end = 0; (end = rest.find('\n')) != std::string_view::npos;) {
      result.emplace_back(rest.substr(0, end));
      rest.remove_prefix(end + 1);
    }
    return result;
  }
};

}  // namespace mazurka
