// The messages that tasks send to each other, and what their receives look for.
//
// Messages and filters are numbered when they first occur, for the whole exploration, and the
// registry learns which filter takes which message (core/message_matches.h). So a step compares
// numbers, and a guard is evaluated once for each pair.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/registry.h"
#include "program/model/bytecode.h"

namespace mazurka::model {

class Messages {
 public:
  using Message = MessageMatches::Message;
  using Filter = MessageMatches::Filter;

  Messages(const Image& image, Registry& registry) : image_(image), registry_(registry) {}

  // Returns the number of a message; 0 is none. `arguments` are as many as the tag has.
  [[nodiscard]] Message message(std::uint32_t tag, const std::int64_t* arguments);
  // Returns the number of what a receive looks for, with these registers of its task.
  [[nodiscard]] Filter filter(std::uint32_t receive, const std::int64_t* registers);

  // Returns the pattern of the filter's receive that takes the message. REQUIRES: they match.
  [[nodiscard]] const ArmCode& arm_of(Filter filter, Message message);
  [[nodiscard]] std::span<const std::int64_t> arguments(Message message) const {
    return std::span(messages_[message - 1]).subspan(1);
  }
  [[nodiscard]] const TagCode& tag_of(Message message) const {
    return image_.tags[static_cast<std::size_t>(messages_[message - 1].front())];
  }
  // Returns a hash of the message, which is the same in every exploration of the program.
  [[nodiscard]] std::uint64_t hash(Message message) const;

  // Returns the messages and filters in the order of their numbers, as lines of text.
  [[nodiscard]] std::vector<std::string> lines() const;
  // Returns the numbers here of what lines() returned in another process. Throws UserError.
  [[nodiscard]] std::vector<std::uint32_t> numbers_of(std::span<const std::string> lines);

 private:
  using Words = std::vector<std::int64_t>;  // a tag or receive, and arguments or registers

  Message number_of_message(const Words& words);
  Filter number_of_filter(const Words& words);
  Message add_message(const Words& words);
  Filter add_filter(const Words& words);
  // Returns the pattern that takes the message, or null.
  [[nodiscard]] const ArmCode* find_arm(const Words& filter, const Words& message);
  [[nodiscard]] bool holds(const ArmCode& arm, const Words& filter, const Words& message);

  const Image& image_;
  Registry& registry_;
  std::vector<Words> messages_;  // by number - 1
  std::vector<Words> filters_;   // by number - 1
  std::map<Words, Message> message_numbers_;
  std::map<Words, Filter> filter_numbers_;
  Words key_;      // scratch
  Words scratch_;  // registers of a guard
};

}  // namespace mazurka::model
