#include "report/headline.h"

#include <algorithm>

#include "report/coverage.h"

namespace mazurka {

namespace {

std::string kind_in_words(FindingKind kind) {
  std::string words(name_of(kind));
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string when(Position position) {
  return position == 0 ? "before the first step" : "after " + counted(position, "step");
}

}  // namespace

// Returns the message, with the kind of error in front unless the message starts with it: that of a
// deadlock or an assertion does, that of a misuse may not.
std::string headline(const Finding& finding) {
  const std::string kind = kind_in_words(finding.kind);
  return finding.message.starts_with(kind) ? finding.message : kind + ": " + finding.message;
}

std::string where_and_when(const Counterexample& error) {
  const Finding& finding = error.finding;
  if (finding.kind == FindingKind::deadlock) return "";
  std::string line;
  if (!error.place.empty()) line += " at " + error.place;
  if (!error.task_name.empty()) line += " in " + error.task_name;
  const bool was_given_up = error.schedule.max_steps != 0;
  if (!was_given_up) line += (line.empty() ? " " : ", ") + when(finding.position);
  return line.empty() ? "" : line.substr(1);
}

}  // namespace mazurka
