#include "native/unit/unit.h"

#include <memory>

#include "native/in_runtime.h"
#include "program/native/start.h"

namespace mazurka::native {
namespace {

struct Shared {
  std::unique_ptr<Registry> registry;
  std::unique_ptr<Runtime> runtime;
  void (*body)() = nullptr;
  std::vector<std::string> notes;
};
Shared shared;  // NOLINT: there is one program in a process

int run_body(int, char**, char**) {
  shared.body();
  return 0;
}

int run_unit_tests(ProgramToRun program, const char* /*command*/) {
  program.main = run_body;
  shared.registry = std::make_unique<Registry>();
  shared.runtime = std::make_unique<Runtime>(*shared.registry, std::move(program));
  run_tests_and_exit();
}

[[gnu::constructor]] void announce_command() { set_command(run_unit_tests); }

}  // namespace

Runtime& run_as_main(void (*body)()) {
  shared.body = body;
  shared.notes.clear();
  shared.runtime->restart();
  while (!shared.runtime->enabled().empty())
    shared.runtime->step(shared.runtime->enabled().front());
  return *shared.runtime;
}

void note(std::string text) {
  const OutsideProgram outside;
  shared.notes.push_back(std::string(text.c_str()));  // a copy that the program does not own
}

const std::vector<std::string>& notes() { return shared.notes; }

}  // namespace mazurka::native
