// A program that does what another one does. Whoever wants to change or to watch some of it derives
// from this and overrides that alone.
#pragma once

#include "program/program.h"

namespace mazurka {

// All but replay(): that takes its steps by step() here, whatever the other program has for it, so
// that whoever overrides step() gets to know of each. A test compares this class with Program.
class ForwardingProgram : public Program {
 public:
  // REQUIRES: the program lives as long as this.
  explicit ForwardingProgram(Program& program) : program_(program) {}

  [[nodiscard]] Registry& registry() override { return program_.registry(); }
  void restart() override { program_.restart(); }
  [[nodiscard]] std::span<const Choice> enabled() override { return program_.enabled(); }
  const Event* step(Choice choice) override { return program_.step(choice); }
  [[nodiscard]] bool let_messages_overlap(HandlerId handler, bool overlap) override {
    return program_.let_messages_overlap(handler, overlap);
  }
  void pending(std::vector<Pending>& result) override { program_.pending(result); }
  [[nodiscard]] Ending ending() const override { return program_.ending(); }

  [[nodiscard]] bool holds(ConditionId condition, const Valuation& values,
                           AccessListId& reads) override {
    return program_.holds(condition, values, reads);
  }
  [[nodiscard]] AccessListId scope_of(ConditionId condition) const override {
    return program_.scope_of(condition);
  }
  [[nodiscard]] std::int64_t initial_value(ObjectId variable) const override {
    return program_.initial_value(variable);
  }

  [[nodiscard]] bool knows_more() const override { return program_.knows_more(); }
  void use_what_it_knows() override { program_.use_what_it_knows(); }
  [[nodiscard]] std::vector<std::string> knowledge() const override { return program_.knowledge(); }
  void use_knowledge(std::span<const std::string> knowledge) override {
    program_.use_knowledge(knowledge);
  }
  [[nodiscard]] std::vector<std::string> identities() const override {
    return program_.identities();
  }
  void use_identities(std::span<const std::string> identities) override {
    program_.use_identities(identities);
  }

  void silence() override { program_.silence(); }
  void hurry(bool on) override { program_.hurry(on); }
  bool show_caller_locations(bool on) override { return program_.show_caller_locations(on); }
  [[nodiscard]] StepOrigin origin_of(LocationId location) const override {
    return program_.origin_of(location);
  }
  void show_all_variables() override { program_.show_all_variables(); }
  [[nodiscard]] bool outlives_its_task(ObjectId variable) const override {
    return program_.outlives_its_task(variable);
  }
  [[nodiscard]] std::string unseen_state() const override { return program_.unseen_state(); }

  void add_notes(std::vector<std::string>& notes) override { program_.add_notes(notes); }
  void add_warnings(std::vector<std::string>& warnings) override {
    program_.add_warnings(warnings);
  }
  [[nodiscard]] bool shows_all_accesses() const override { return program_.shows_all_accesses(); }
  [[nodiscard]] std::string last_outside_call() const override {
    return program_.last_outside_call();
  }
  [[nodiscard]] std::vector<std::vector<std::string>> calls_of(
      std::span<const Position> wanted, std::span<const Choice> schedule) override {
    return program_.calls_of(wanted, schedule);
  }

  [[nodiscard]] std::uint64_t mailbox_fingerprint() const override {
    return program_.mailbox_fingerprint();
  }
  [[nodiscard]] std::uint64_t state_fingerprint() const override {
    return program_.state_fingerprint();
  }

  [[nodiscard]] std::string describe(TaskId task) const override { return program_.describe(task); }
  [[nodiscard]] std::string describe(const Event& event) const override {
    return program_.describe(event);
  }
  [[nodiscard]] std::string describe(const Pending& pending) const override {
    return program_.describe(pending);
  }
  [[nodiscard]] std::optional<std::vector<OwnedLock>> locks_before(
      Position position) const override {
    return program_.locks_before(position);
  }

 private:
  Program& program_;
};

}  // namespace mazurka
