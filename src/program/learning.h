// What a program learns while it runs, beyond its events (native: which memory is shared).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "program/program.h"

namespace mazurka {

class Learning {
 public:
  // Returns whether the program has learned something that would make other events of the same
  // schedules. It continues as before until use_what_it_knows() is called; then nothing that was
  // recorded before means anything any more, and the exploration must start again.
  [[nodiscard]] virtual bool knows_more() const = 0;
  virtual void use_what_it_knows() = 0;

  // Returns what was known when an execution was recorded, as text for its schedule.
  [[nodiscard]] virtual std::vector<std::string> knowledge() const = 0;
  // Sets what knowledge() returned in another process. REQUIRES: nothing was restarted yet. The
  // program then knows this and learns nothing more.
  virtual void use_knowledge(std::span<const std::string> knowledge) = 0;

  // Returns what the ids of the program mean, except for those of tasks, in the order of the ids.
  [[nodiscard]] virtual std::vector<std::string> identities() const = 0;
  // Sets what identities() returned in another process. REQUIRES: nothing has happened yet. The ids
  // are then what they were, and the program may learn more.
  virtual void use_identities(std::span<const std::string> identities) = 0;

 protected:
  ~Learning() = default;
};

// A program that does not learn knows nothing, and there is nothing to tell it.
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
[[nodiscard]] inline std::vector<std::string> identities_of(Program& program) {
  const Learning* const learning = program.learning();
  return learning != nullptr ? learning->identities() : std::vector<std::string>();
}

}  // namespace mazurka
