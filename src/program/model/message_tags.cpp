#include "program/model/message_tags.h"

#include <algorithm>
#include <string>

#include "program/model/names.h"

namespace mazurka::model {

namespace {

[[nodiscard]] std::string arguments_of_message(std::uint32_t count) {
  if (count == 0) return "no arguments";
  return count == 1 ? "1 argument" : std::to_string(count) + " arguments";
}

}  // namespace

std::uint32_t MessageTags::number(const Identifier& name, std::size_t arity) {
  for (std::uint32_t i = 0; i < image_.tags.size(); ++i)
    if (image_.tags[i].name == name.text && image_.tags[i].arity == arity) return i;
  image_.tags.push_back({std::string(name.text), static_cast<std::uint32_t>(arity)});
  is_sent_.push_back(false);
  return static_cast<std::uint32_t>(image_.tags.size() - 1);
}

std::uint32_t MessageTags::sent(const Identifier& name, std::size_t arity) {
  const std::uint32_t result = number(name, arity);
  is_sent_[result] = true;
  return result;
}

std::uint32_t MessageTags::received(const Identifier& name, std::size_t arity) {
  const std::uint32_t result = number(name, arity);
  patterns_.push_back({name, result});
  return result;
}

std::string MessageTags::hint_for(const Use& pattern) const {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < image_.tags.size(); ++i) {
    if (!is_sent_[i]) continue;
    const TagCode& tag = image_.tags[i];
    if (tag.name == pattern.name.text)
      return "'" + tag.name + "' is sent with " + arguments_of_message(tag.arity);
    names.push_back(tag.name);
  }
  if (names.empty()) return "this model has no send";
  const std::string meant = did_you_mean(pattern.name.text, names);
  return meant.empty() ? "the messages that are sent are " + list_of(names) : meant;
}

void MessageTags::check() const {
  for (const Use& pattern : patterns_)
    if (!is_sent_[pattern.tag])
      throw source_.error(pattern.name.span,
                          "no send has the message '" + std::string(pattern.name.text) + "' with " +
                              arguments_of_message(image_.tags[pattern.tag].arity),
                          hint_for(pattern));
}

}  // namespace mazurka::model
