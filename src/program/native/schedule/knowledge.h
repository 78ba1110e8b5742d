// What the runtime has learned about the program and on which events depend: which memory and which
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

  // Returns whether anything was learned that commit() will make effective.
  [[nodiscard]] bool has_news() const;
  void commit();
  // Returns whether learning has ended because use() was called.
  [[nodiscard]] bool is_fixed() const { return is_fixed_; }

  // Returns, as lines of a schedule file, everything that events of this exploration depend on:
  // what is visible, and the numbering of tasks and handlers, which determines addresses. Addresses
  // are the same in all processes of one executable.
  [[nodiscard]] std::vector<std::string> lines() const;
  // Adopts the knowledge of another process, and ends learning.
  void use(std::span<const std::string> lines);

  // Adopts what other processes have recorded (sharing/fact_log.h) or know. Learning continues.
  void use_facts(std::span<const std::string> facts);
  // Returns what other processes of the same exploration should know: all but the numbers of tasks
  // and the options.
  [[nodiscard]] std::vector<std::string> facts() const;

  // Returns the meaning of all object ids, for checkpoints. Learning continues after
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
