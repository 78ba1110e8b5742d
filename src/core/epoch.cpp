#include "core/epoch.h"

namespace mazurka {

namespace {

// No fact begins with a space.
constexpr std::string_view without_predictions = " without predictions";

}  // namespace

bool Epoch::add(std::string_view fact) {
  const bool is_new = (is_hint(fact) ? hints_ : facts_).emplace(fact).second;
  return is_new && !is_hint(fact);
}

bool Epoch::join(const Epoch& other) {
  bool is_another = false;
  for (const std::string& fact : other.facts_) is_another |= add(fact);
  for (const std::string& hint : other.hints_) add(hint);
  if (!other.predicts_) is_another |= stop_predicting();
  return is_another;
}

bool Epoch::stop_predicting() {
  const bool did_predict = predicts_;
  predicts_ = false;
  return did_predict;
}

StableName Epoch::id() const {
  StableName result = continued(stable_name(NameKind::epoch), predicts_ ? 1 : 0);
  for (const std::string& fact : facts_) result = continued(result, fact);
  return result;
}

std::vector<std::string> Epoch::lines() const {
  std::vector<std::string> result(facts_.begin(), facts_.end());
  result.insert(result.end(), hints_.begin(), hints_.end());
  if (!predicts_) result.emplace_back(without_predictions);
  return result;
}

Epoch Epoch::of_lines(const std::vector<std::string>& lines) {
  Epoch result;
  for (const std::string& line : lines) {
    if (line == without_predictions)
      result.stop_predicting();
    else
      result.add(line);
  }
  return result;
}

}  // namespace mazurka
