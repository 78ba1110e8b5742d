// A native program keeps the contract of programs.
//
// The tests take the place of the command line in the runtime: tests/native/contract/run builds
// programs with that runtime, and each checks itself.
#include <random>
#include <string>

#include "contract/program_contract.h"
#include "native/in_runtime.h"
#include "program/native/runtime.h"
#include "program/native/start.h"

namespace mazurka {
namespace {

// There is one native program in a process. Whoever makes another one gets the same, which a
// restart makes new.
class Borrowed final : public Program {
 public:
  explicit Borrowed(Program& program) : program_(program) {}

  // Lines are looked up when somebody wants to read them.
  Registry& registry() override {
    native::runtime->places().resolve();
    return program_.registry();
  }
  void restart() override { program_.restart(); }
  std::span<const Choice> enabled() override { return program_.enabled(); }
  const Event* step(Choice choice) override { return program_.step(choice); }
  void pending(std::vector<Pending>& result) override { program_.pending(result); }
  [[nodiscard]] Ending ending() const override { return program_.ending(); }
  bool holds(ConditionId condition, const Valuation& values, AccessListId& reads) override {
    return program_.holds(condition, values, reads);
  }
  [[nodiscard]] AccessListId scope_of(ConditionId condition) const override {
    return program_.scope_of(condition);
  }
  [[nodiscard]] std::int64_t initial_value(ObjectId variable) const override {
    return program_.initial_value(variable);
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

 private:
  Program& program_;
};

std::unique_ptr<Program> the_program;  // NOLINT: the process is the program

INSTANTIATE_TEST_SUITE_P(Native, ProgramContract,
                         ::testing::Values(NamedProgram{
                             "program", [] { return std::make_unique<Borrowed>(*the_program); }}),
                         name_of_program);

// The contract holds between two times that the program learns something: here it learns all.
void learn_what_is_shared(Program& program) {
  constexpr int executions = 300;
  constexpr int longest = 300;
  std::minstd_rand random(2);
  (void)program.registry();  // scouts
  for (int i = 0; i < executions; ++i) {
    program.restart();
    for (int steps = 0; steps < longest && !program.enabled().empty(); ++steps)
      program.step(program.enabled()[random() % program.enabled().size()]);
    if (program.knows_more()) program.use_what_it_knows();
  }
}

int run_contract(native::ProgramToRun program, const char* /*command*/) {
  native::keep_output_for_tests();
  the_program = native::make_program(std::move(program));
  learn_what_is_shared(*the_program);
  native::run_tests_and_exit();
}

[[gnu::constructor]] void announce_command() { native::set_command(run_contract); }

}  // namespace
}  // namespace mazurka
