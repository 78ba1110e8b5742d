#include "unit/model/run.h"

#include <array>
#include <stdexcept>

#include <gtest/gtest.h>

#include "program/presentation.h"

namespace mazurka::model_test {

std::unique_ptr<Program> started(std::string_view source) {
  std::unique_ptr<Program> program = model::load(source, "test.mzk");
  program->restart();
  return program;
}

Lines events_of(Program& program) {
  Lines result;
  while (!program.enabled().empty()) {
    const Event event = *program.step(program.enabled().front());
    result.push_back(program.presentation().describe(event.task) + ": " +
                     program.presentation().describe(event));
  }
  return result;
}

Lines events_of(std::string_view source) { return events_of(*started(source)); }

Lines operations_of(std::string_view source) {
  Lines result = events_of(source);
  for (std::string& line : result) line.erase(0, line.find(": ") + 2);
  return result;
}

TaskId task_named(Program& program, const std::string& name) {
  std::vector<Pending> pending;
  program.pending(pending);
  for (const Pending& each : pending)
    if (program.presentation().describe(each.task) == name) return each.task;
  throw std::logic_error("no task " + name);
}

const Event& step(Program& program, const std::string& task, std::uint32_t value) {
  const Event* const event = program.step({task_named(program, task), value});
  if (event == nullptr) throw std::logic_error(task + " cannot go on");
  return *event;
}

Lines enabled_of(Program& program) {
  Lines result;
  for (const Choice choice : program.enabled())
    result.push_back(program.presentation().describe(choice.task) +
                     (choice.value == 0 ? "" : ":" + std::to_string(choice.value)));
  return result;
}

Pending pending_of(Program& program, const std::string& task) {
  std::vector<Pending> pending;
  program.pending(pending);
  for (const Pending& each : pending)
    if (program.presentation().describe(each.task) == task) return each;
  throw std::logic_error("no task " + task);
}

ObjectId object_named(Program& program, const std::string& name) {
  const Registry& registry = program.registry();
  for (std::uint32_t i = 0; i < registry.object_count(); ++i)
    if (registry.name_of(ObjectId{i}) == name) return {i};
  throw std::logic_error("no object " + name);
}

std::string accesses_of(Program& program, AccessListId list) {
  static constexpr std::array<const char*, 6> kinds = {"read",      "write",   "lock",
                                                       "condition", "handler", "mailbox"};
  std::string result;
  for (const Access& access : program.registry().accesses(list)) {
    if (!result.empty()) result += ", ";
    result += kinds.at(static_cast<std::size_t>(access.kind));
    result += " " + program.registry().name_of(access.object);
  }
  return result;
}

UserError error_of(std::string_view source) {
  try {
    static_cast<void>(model::load(source, "test.mzk"));
  } catch (const UserError& error) {
    return error;
  }
  ADD_FAILURE() << "no error in: " << source;
  return {"", "none"};
}

}  // namespace mazurka::model_test
