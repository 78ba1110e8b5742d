#include "program/model/names.h"

#include <algorithm>
#include <cstddef>

namespace mazurka::model {

namespace {

// Returns how many letters to change, add, drop, or swap with their neighbours.
[[nodiscard]] std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> steps(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& best = steps[i][j];
      best = i + j;
      if (i > 0) best = std::min(best, steps[i - 1][j] + 1);
      if (j > 0) best = std::min(best, steps[i][j - 1] + 1);
      if (i > 0 && j > 0) best = std::min(best, steps[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        best = std::min(best, steps[i - 2][j - 2] + 1);
    }
  return steps[a.size()][b.size()];
}

}  // namespace

std::string list_of(const std::vector<std::string_view>& names) {
  const std::size_t longest = 12;
  const bool cut = names.size() > longest;
  const std::size_t shown = cut ? longest : names.size();
  std::string result;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) result += i + 1 == shown && !cut ? " and " : ", ";
    result += "'" + std::string(names[i]) + "'";
  }
  return cut ? result + " and " + std::to_string(names.size() - shown) + " more" : result;
}

std::string did_you_mean(std::string_view wrong, const std::vector<std::string_view>& names) {
  const std::size_t longest = 40;  // longer names are not compared: that would be slow
  if (wrong.size() > longest) return {};
  std::size_t nearest = wrong.size() < 4 ? 2 : 3;  // less than this many changes
  if (wrong.size() == 1) nearest = 1;
  std::string_view best;
  for (const std::string_view name : names) {
    if (name.size() > longest) continue;
    const std::size_t changes = distance(wrong, name);
    if (changes >= nearest) continue;
    nearest = changes;
    best = name;
  }
  return best.empty() ? std::string() : "did you mean '" + std::string(best) + "'?";
}

}  // namespace mazurka::model
