// What the runtime has learned about the program and what events depend on: which memory and which
// synchronisers are visible, what atomic sections access, which tasks and handlers there are.
//
// Invariant: within one exploration the same schedule gives the same events. So what is learned
// takes effect only with commit(), when a new exploration starts.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace mazurka::native {

class Runtime;

class Knowledge {
 public:
  explicit Knowledge(Runtime& runtime) : runtime_(runtime) {}
  Knowledge(const Knowledge&) = delete;
  Knowledge& operator=(const Knowledge&) = delete;

  // Is there something that takes effect with commit()?
  [[nodiscard]] bool has_news() const;
  void commit();
  // Nothing is learned any more, because use() has said everything.
  [[nodiscard]] bool is_fixed() const { return is_fixed_; }

  // Returns, as lines of a schedule, all that events of this exploration depend on: the numbering
  // of tasks and handlers (it decides about addresses), and what is visible. Addresses are the same
  // in all processes of one executable.
  [[nodiscard]] std::vector<std::string> lines() const;
  // Takes over what another process knew, and fixes it.
  void use(std::span<const std::string> lines);

  // Returns what the ids of all objects mean, for checkpoints; learning continues after
  // use_identities().
  [[nodiscard]] std::vector<std::string> identities() const;
  void use_identities(std::span<const std::string> identities);

 private:
  void learn(const std::string& fact);
  void learn_section(const std::string& fact);

  Runtime& runtime_;
  bool is_fixed_ = false;
};

}  // namespace mazurka::native
