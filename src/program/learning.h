// What a program learns while it runs that is not part of its events, such as which memory of a
// native program is shared.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "program/learned_facts.h"
#include "program/program.h"

namespace mazurka {

class Learning {
 public:
  // Returns whether the program has learned something that would change the events of a schedule.
  // It continues as before until use_what_it_knows() is called. That call invalidates everything
  // that was recorded before, so the exploration must start again.
  [[nodiscard]] virtual bool knows_more() const = 0;
  virtual void use_what_it_knows() = 0;

  // Returns what the program knows, as text for the schedule of an execution.
  [[nodiscard]] virtual std::vector<std::string> knowledge() const = 0;
  // Sets what knowledge() returned in another process. The program learns nothing more after this
  // call. REQUIRES: restart() was not called yet.
  virtual void use_knowledge(std::span<const std::string> knowledge) = 0;

  // Makes the program start without the executions by which it learns before an exploration. Used
  // if one of them has killed another process. REQUIRES: nothing has run yet.
  virtual void skip_scouting() {}

  // Makes the program record what it learns, at once: the execution may kill the process.
  virtual void record_facts(LearnedFacts& /*memory*/) {}
  // Sets what was recorded in another process. The program may still learn more after this call.
  // REQUIRES: nothing has run yet.
  virtual void use_facts(std::span<const std::string> /*facts*/) {}
  // Returns everything that the program knows, in the form of facts. Facts of several processes can
  // be used together. They mean the same in every process, and two processes that use the same
  // facts give the same schedule the same events and the same key: facts make an epoch
  // (core/epoch.h).
  [[nodiscard]] virtual std::vector<std::string> facts() const { return {}; }

  // Returns the messages and filters that have numbers (core/message_matches.h), as lines of text,
  // each kind in the order of its numbers. is_filter_line() tells filters from messages.
  [[nodiscard]] virtual std::vector<std::string> messages() const { return {}; }
  // Returns the numbers that the lines of another process have in this one, and gives numbers to
  // what is new. Throws UserError if a line is damaged.
  [[nodiscard]] virtual std::vector<std::uint32_t> numbers_of(
      std::span<const std::string> /*messages*/) {
    return {};
  }

 protected:
  ~Learning() = default;
};

// These functions call the ones above. If the program has no Learning interface, they do nothing
// and return false or an empty list.
[[nodiscard]] inline bool knows_more(Program& program) {
  const Learning* const learning = program.learning();
  return learning != nullptr && learning->knows_more();
}
inline void use_what_it_knows(Program& program) {
  if (Learning* const learning = program.learning()) learning->use_what_it_knows();
}
[[nodiscard]] inline std::vector<std::string> knowledge_of(Program& program) {
  const Learning* const learning = program.learning();
  return learning != nullptr ? learning->knowledge() : std::vector<std::string>();
}
[[nodiscard]] inline std::vector<std::string> facts_of(Program& program) {
  const Learning* const learning = program.learning();
  return learning != nullptr ? learning->facts() : std::vector<std::string>();
}
[[nodiscard]] inline bool is_filter_line(std::string_view message) {
  return message.starts_with("filter ");
}

}  // namespace mazurka
