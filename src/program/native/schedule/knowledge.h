// What the runtime has learned about the program and on which events depend: which memory and which
// synchronisers are visible, what atomic sections access, which handlers and mailboxes there are.
//
// Invariant: within one exploration the same schedule gives the same events. So what is learned
// takes effect only with commit(), when a new exploration starts.
// Invariant: two processes that know the same facts make the same events for the same schedule,
// whatever they have met before, and in whatever order they have learned the facts.
#pragma once

#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "program/native/platform/layout.h"
#include "program/native/schedule/loaded_libraries.h"

namespace mazurka::native {

class Runtime;

class Knowledge {
 public:
  explicit Knowledge(Runtime& runtime) : runtime_(runtime) {}
  Knowledge(const Knowledge&) = delete;
  Knowledge& operator=(const Knowledge&) = delete;

  // Returns whether anything was learned that commit() will make effective.
  [[nodiscard]] bool has_news() const;
  void commit();
  // Returns whether learning has ended because use() was called.
  [[nodiscard]] bool is_fixed() const { return is_fixed_; }

  // Returns everything that events of this exploration depend on, except for options, as lines of
  // text that mean the same in every process (knowledge.cpp), and hints for reports.
  [[nodiscard]] std::vector<std::string> facts() const;
  // Adopts what other processes have recorded (sharing/fact_log.h) or know. Learning continues.
  void use_facts(std::span<const std::string> facts);
  // Must be called when the program has loaded a library: facts about its memory take effect.
  // `library` and `flags` are those of dlopen().
  void library_was_loaded(void* library, int flags);

  // Return the options and the facts, for schedule files, and adopt them. use() ends learning.
  // Throws UserError if the lines were written by a version of Mazurka with another format.
  [[nodiscard]] std::vector<std::string> lines() const;
  void use(std::span<const std::string> lines);

 private:
  [[nodiscard]] bool learn(const std::string& fact);
  [[nodiscard]] bool learn_handler(std::istringstream& words);
  [[nodiscard]] bool learn_mailbox(std::istringstream& words);
  [[nodiscard]] bool learn_cell(std::istringstream& words);
  [[nodiscard]] bool learn_synchroniser(std::istringstream& words);
  [[nodiscard]] bool learn_frame(std::istringstream& words);
  [[nodiscard]] bool learn_section(std::istringstream& words);
  void learn_area(const std::string& fact);
  void add_sections(std::vector<std::string>& lines) const;
  [[nodiscard]] std::optional<Address> next_place(std::istringstream& words) const;

  Runtime& runtime_;
  LoadedLibraries loaded_;
  std::vector<std::string> not_loaded_;  // facts about memory of libraries that are not loaded yet
  bool is_fixed_ = false;
};

}  // namespace mazurka::native
