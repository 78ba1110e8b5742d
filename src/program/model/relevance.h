// Which registers of a task have a say in what it will touch.
//
// A register counts if its value can come to an index, a branch, or an argument that counts for the
// new task. What is only written to variables does not: two tasks that differ in that alone have
// the same footprint (footprints.h).
#pragma once

#include <cstdint>
#include <vector>

#include "program/model/image.h"

namespace mazurka::model {

class Relevance {
 public:
  explicit Relevance(const Image& image);

  // For a task that stands before the instruction; ascending.
  [[nodiscard]] std::vector<Register> at(std::uint32_t pc) const;
  [[nodiscard]] bool parameter_counts(std::uint32_t code, std::uint32_t parameter) const {
    return counts_[image_.tasks[code].entry][parameter];
  }

 private:
  using Registers = std::vector<bool>;

  // The code of a task ends where that of the next begins.
  [[nodiscard]] std::uint32_t end_of(std::size_t task) const;
  [[nodiscard]] bool update_task(std::uint32_t first, std::uint32_t end);
  [[nodiscard]] Registers before(std::uint32_t pc) const;
  void add_used(const Instruction& instruction, Registers& result) const;
  void add_used_by_visible(const Instruction& instruction, Registers& result) const;

  const Image& image_;
  std::vector<Registers> counts_;  // by instruction: before it
  // Awaits have code with registers of its own among that of their task.
  std::vector<bool> is_condition_;
};

}  // namespace mazurka::model
