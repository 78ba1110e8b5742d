// Which messages a receive can take: a table of filters and messages.
//
// A message is what a send sends, apart from where to: a tag and arguments. A filter is what a
// receive looks for: its patterns, and the values of the registers that they are compared with.
// Both are small numbers, which the front end gives out. It also fills in the table, because only
// it can evaluate patterns. What matches never changes, so that two steps can be compared although
// they never stood in one execution (conflict.h).
//
// Filter 0 is that of a receive whose front end cannot say what it takes before it runs: it counts
// as one that could take everything. Then a receive that runs its `after` conflicts with every send
// to its mailbox, before it and after it, which is valid, too, and only costs traces.
#pragma once

#include <cstdint>
#include <vector>

namespace mazurka {

class MessageMatches {
 public:
  using Message = std::uint32_t;
  using Filter = std::uint32_t;
  static constexpr Filter everything = 0;

  // Adds a filter that takes no message yet.
  [[nodiscard]] Filter add_filter() {
    matches_.emplace_back();
    return static_cast<Filter>(matches_.size());
  }
  // Records that the filter takes the message.
  void set(Filter filter, Message message) {
    std::vector<bool>& row = matches_[filter - 1];
    if (message >= row.size()) row.resize(message + 1);
    row[message] = true;
  }
  [[nodiscard]] bool match(Filter filter, Message message) const {
    if (filter == everything) return true;
    const std::vector<bool>& row = matches_[filter - 1];
    return message < row.size() && row[message];
  }
  // Returns how many filters there are. They are numbered from 1 on.
  [[nodiscard]] std::uint32_t filter_count() const {
    return static_cast<std::uint32_t>(matches_.size());
  }

 private:
  std::vector<std::vector<bool>> matches_;  // by filter - 1, by message
};

}  // namespace mazurka
