// Native programs keep the contract of program/program.h.
//
// These tests replace the command line in the runtime: tests/native/contract/run builds programs
// with that runtime, and each program checks itself.
#include <random>
#include <string>

#include "contract/program_contract.h"
#include "native/in_runtime.h"
#include "program/forwarding_program.h"
#include "program/learning.h"
#include "program/native/schedule/runtime.h"
#include "program/native/start.h"

namespace mazurka {
namespace {

// There is only one native program in a process, so every instance forwards to it; a restart resets
// it.
class Borrowed final : public ForwardingProgram {
 public:
  using ForwardingProgram::ForwardingProgram;

  // Source lines are resolved on demand.
  Registry& registry() override {
    native::runtime->observation.places().resolve();
    return ForwardingProgram::registry();
  }
};

std::unique_ptr<Program> the_program;  // NOLINT: the process is the program

INSTANTIATE_TEST_SUITE_P(Native, ProgramContract,
                         ::testing::Values(NamedProgram{
                             "program", [] { return std::make_unique<Borrowed>(*the_program); }}),
                         name_of_program);

// The contract holds while the set of shared objects does not change, so this
// discovers all of them first.
void learn_what_is_shared(Program& program) {
  constexpr int executions = 300;
  constexpr int longest = 300;
  std::minstd_rand random(2);
  (void)program.registry();  // runs exploratory executions
  for (int i = 0; i < executions; ++i) {
    program.restart();
    for (int steps = 0; steps < longest && !program.enabled().empty(); ++steps)
      program.step(program.enabled()[random() % program.enabled().size()]);
    if (knows_more(program)) use_what_it_knows(program);
  }
}

int run_contract(native::ProgramToRun program, const char* /*command*/) {
  the_program = native::make_program(std::move(program));
  learn_what_is_shared(*the_program);
  native::run_tests_and_exit();
}

[[gnu::constructor]] void announce_command() { native::set_command(run_contract); }

}  // namespace
}  // namespace mazurka
