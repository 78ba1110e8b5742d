// A program that forwards to another one. Derive from it to change or to observe some functions.
#pragma once

#include "program/program.h"

namespace mazurka {

// Forwards all functions except for replay(), which calls step() of this class for each event, even
// if the other program overrides replay(). So a class that overrides step() sees every step. A test
// checks that no function of Program is missing here.
class ForwardingProgram : public Program {
 public:
  // REQUIRES: the program outlives this object.
  explicit ForwardingProgram(Program& program) : program_(program) {}

  [[nodiscard]] Registry& registry() override { return program_.registry(); }
  void restart() override { program_.restart(); }
  [[nodiscard]] std::span<const Choice> enabled() override { return program_.enabled(); }
  const Event* step(Choice choice) override { return program_.step(choice); }
  void pending(std::vector<Pending>& result) override { program_.pending(result); }
  [[nodiscard]] Ending ending() const override { return program_.ending(); }

  [[nodiscard]] bool holds(ConditionId condition, const Valuation& values,
                           AccessListId& reads) override {
    return program_.holds(condition, values, reads);
  }
  [[nodiscard]] AccessListId scope_of(ConditionId condition) const override {
    return program_.scope_of(condition);
  }
  [[nodiscard]] std::optional<std::int64_t> value_after(const Event& write,
                                                        ObjectId variable) const override {
    return program_.value_after(write, variable);
  }
  [[nodiscard]] std::int64_t initial_value(ObjectId variable) const override {
    return program_.initial_value(variable);
  }

  [[nodiscard]] std::vector<CodeOperation> operations_in_code() const override {
    return program_.operations_in_code();
  }
  [[nodiscard]] Presentation& presentation() override { return program_.presentation(); }
  [[nodiscard]] StateView& state_view() override { return program_.state_view(); }
  [[nodiscard]] Learning* learning() override { return program_.learning(); }

 private:
  Program& program_;
};

}  // namespace mazurka
