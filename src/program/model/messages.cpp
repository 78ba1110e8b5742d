#include "program/model/messages.h"

#include <algorithm>
#include <sstream>

#include "core/hash.h"
#include "core/user_error.h"
#include "program/model/condition_run.h"

namespace mazurka::model {

Messages::Message Messages::message(std::uint32_t tag, const std::int64_t* arguments) {
  key_.assign(1, tag);
  key_.insert(key_.end(), arguments, arguments + image_.tags[tag].arity);
  return number_of_message(key_);
}

Messages::Filter Messages::filter(std::uint32_t receive, const std::int64_t* registers) {
  key_.assign(1, receive);
  for (const Register each : image_.receives[receive].captured) key_.push_back(registers[each]);
  return number_of_filter(key_);
}

Messages::Message Messages::number_of_message(const Words& words) {
  const auto known = message_numbers_.find(words);
  return known != message_numbers_.end() ? known->second : add_message(words);
}

Messages::Filter Messages::number_of_filter(const Words& words) {
  const auto known = filter_numbers_.find(words);
  return known != filter_numbers_.end() ? known->second : add_filter(words);
}

Messages::Message Messages::add_message(const Words& words) {
  messages_.push_back(words);
  const auto number = static_cast<Message>(messages_.size());
  message_numbers_[words] = number;
  for (Filter filter = 1; filter <= filters_.size(); ++filter)
    if (find_arm(filters_[filter - 1], words) != nullptr) registry_.matches().set(filter, number);
  return number;
}

Messages::Filter Messages::add_filter(const Words& words) {
  filters_.push_back(words);
  const Filter number = registry_.matches().add_filter();
  filter_numbers_[words] = number;
  for (Message message = 1; message <= messages_.size(); ++message)
    if (find_arm(words, messages_[message - 1]) != nullptr)
      registry_.matches().set(number, message);
  return number;
}

const ArmCode* Messages::find_arm(const Words& filter, const Words& message) {
  for (const ArmCode& arm : image_.receives[static_cast<std::size_t>(filter.front())].arms)
    if (arm.tag == message.front() && (arm.guard == nothing || holds(arm, filter, message)))
      return &arm;
  return nullptr;
}

const ArmCode& Messages::arm_of(Filter filter, Message message) {
  return *find_arm(filters_[filter - 1], messages_[message - 1]);
}

// A guard whose evaluation fails, because of a division by 0, does not hold.
bool Messages::holds(const ArmCode& arm, const Words& filter, const Words& message) {
  const std::vector<Register>& captured =
      image_.receives[static_cast<std::size_t>(filter.front())].captured;
  scratch_.assign(arm.guard_registers, 0);
  for (std::size_t i = 0; i < arm.captured.size(); ++i) {
    const Register each = arm.captured[i];
    if (each >= arm.first) {
      scratch_[i] = message[1 + each - arm.first];
    } else {
      const auto place = std::ranges::find(captured, each) - captured.begin();
      scratch_[i] = filter[1 + static_cast<std::size_t>(place)];
    }
  }
  std::int64_t result = 0;
  const auto no_cells = [](std::uint32_t) { return std::int64_t{0}; };
  return run_condition(image_, arm.guard, scratch_.data(), no_cells, result).holds;
}

std::uint64_t Messages::hash(Message message) const {
  std::uint64_t result = 0;
  for (const std::int64_t word : messages_[message - 1])
    result = mix(result, static_cast<std::uint64_t>(word));
  return result;
}

std::vector<std::string> Messages::lines() const {
  std::vector<std::string> result;
  const auto add = [&](const char* kind, const std::vector<Words>& all) {
    for (const Words& words : all) {
      result.emplace_back(kind);
      for (const std::int64_t word : words) result.back() += " " + std::to_string(word);
    }
  };
  add("message", messages_);
  add("filter", filters_);
  return result;
}

std::vector<std::uint32_t> Messages::numbers_of(std::span<const std::string> lines) {
  std::vector<std::uint32_t> result;
  for (const std::string& line : lines) {
    std::istringstream stream(line);
    std::string kind;
    stream >> kind;
    Words words;
    for (std::int64_t word = 0; stream >> word;) words.push_back(word);
    const auto first = words.empty() ? -1 : words.front();
    const bool is_message = kind == "message" && first >= 0 &&
                            first < static_cast<std::int64_t>(image_.tags.size()) &&
                            words.size() == 1 + image_.tags[static_cast<std::size_t>(first)].arity;
    const bool is_filter =
        kind == "filter" && first >= 0 &&
        first < static_cast<std::int64_t>(image_.receives.size()) &&
        words.size() == 1 + image_.receives[static_cast<std::size_t>(first)].captured.size();
    if (is_message) {
      result.push_back(number_of_message(words));
    } else if (is_filter) {
      result.push_back(number_of_filter(words));
    } else {
      throw UserError("", "the checkpoint is damaged: '" + line + "' is not a message or a receive",
                      "start without --resume");
    }
  }
  return result;
}

}  // namespace mazurka::model
