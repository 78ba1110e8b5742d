// Allocates the registers of one task during compilation: named registers, by block, and
// temporaries.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "program/model/bytecode.h"
#include "program/model/syntax.h"

namespace mazurka::model {

// Registers are allocated like a stack, whose maximum height is the number that the task needs.
class RegisterStack {
 public:
  explicit RegisterStack(Register first = 0) : next_(first), highest_(first) {}

  Register push() {
    highest_ = std::max(highest_, next_ + 1);
    return next_++;
  }
  [[nodiscard]] Register mark() const { return next_; }
  void release(Register mark) {
    if (!keeps_) next_ = mark;
  }
  // While set, no register is released, so that a failed assertion can show all values.
  void keep(bool keeps) { keeps_ = keeps; }
  [[nodiscard]] std::uint32_t highest() const { return highest_; }

 private:
  Register next_;
  Register highest_;
  bool keeps_ = false;
};

struct Local {
  Identifier name;
  Register index = 0;
};

class Scope {
 public:
  [[nodiscard]] RegisterStack& registers() { return registers_; }

  void enter() { blocks_.push_back({locals_.size(), registers_.mark()}); }
  void leave() {
    locals_.resize(blocks_.back().locals);
    registers_.release(blocks_.back().registers);
    blocks_.pop_back();
  }

  void declare(const Local& local) { locals_.push_back(local); }
  [[nodiscard]] const Local* find(std::string_view name) const {
    const auto found = std::ranges::find(locals_, name, [](const Local& l) { return l.name.text; });
    return found == locals_.end() ? nullptr : &*found;
  }
  [[nodiscard]] const std::vector<Local>& locals() const { return locals_; }

 private:
  struct BlockStart {
    std::size_t locals;
    Register registers;
  };
  RegisterStack registers_;
  std::vector<Local> locals_;
  std::vector<BlockStart> blocks_;
};

}  // namespace mazurka::model
