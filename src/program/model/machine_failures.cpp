// Failures of a model at run time.
#include <string>
#include <utility>

#include "program/model/machine.h"
#include "program/model/model_describer.h"

namespace mazurka::model {

// Returns the source text of an instruction, if it has one.
namespace {
[[nodiscard]] const std::string& text_of(const Image& image, std::uint32_t pc) {
  return image.texts[image.origins[pc].text];
}
}  // namespace

void Machine::fail(Slot slot, FailureKind kind, std::uint32_t pc, std::string message,
                   std::string note) {
  Task& task = state_.tasks[slot];
  task.pc = pc;
  task.standing = Standing::stopped;
  failures_.push_back(
      {kind, std::move(message), std::move(note), task.id, image_.origins[pc].location, events_});
}

void Machine::fail_assertion(Slot slot, std::uint32_t pc) {
  const std::int64_t* const r = state_.registers(state_.tasks[slot]);
  std::string note;
  for (const NoteItem& item : image_.notes[image_.code[pc].b]) {
    if (item.evaluated != nothing && r[item.evaluated] == 0) continue;
    if (!note.empty()) note += ", ";
    note += item.text + " is " + text_of_value(r[item.value], image_, state_, names_);
  }
  fail(slot, FailureKind::assertion, pc, "assertion failed: " + text_of(image_, pc),
       std::move(note));
}

// Fails at a division by 0, or at an array element that does not exist.
void Machine::fail_operation(Slot slot, std::uint32_t pc, std::int64_t index) {
  const Instruction& i = image_.code[pc];
  if (i.op != Op::pick)
    return fail(slot, FailureKind::runtime_error, pc, "division by 0: " + text_of(image_, pc));
  const Array& array = image_.arrays[i.b];
  fail(slot, FailureKind::runtime_error, pc,
       "index out of range: " + array.name + "[" + std::to_string(index) + "]",
       "'" + array.name + "' has " + std::to_string(array.count) +
           (array.count == 1 ? " element" : " elements"));
}

void Machine::fail_release(Slot slot, std::uint32_t lock) {
  const std::uint32_t pc = state_.tasks[slot].pc;
  const std::string& name = registry_.name_of(image_.locks[lock]);
  const Slot owner = state_.owners[lock];
  const std::string what =
      image_.code[pc].op == Op::sleep ? "wait with a lock" : "unlock of a lock";
  fail(slot, FailureKind::misuse, pc, what + " that the task does not hold: " + name,
       owner == nothing ? "no task holds it"
                        : text_of_task(image_, registry_, state_, names_, owner) + " holds it");
}

void Machine::fail_choose(Slot slot, std::int64_t count) {
  fail(slot, FailureKind::runtime_error, state_.tasks[slot].pc,
       "choose(" + std::to_string(count) + ") has " +
           (count <= 0 ? "nothing to choose from" : "too many values to choose from"),
       "the number of values must be 1 to " + std::to_string(most_alternatives));
}

void Machine::fail_task_id(Slot slot, std::int64_t value) {
  const std::uint32_t pc = state_.tasks[slot].pc;
  const Op op = image_.code[pc].op;
  const char* const what = op == Op::join     ? "join of "
                           : op == Op::cancel ? "cancel of "
                                              : "send to ";
  const TaskId known = names_.with_value(value);
  const std::string shown =
      known.exists() && state_.slot_of(known) != nothing
          ? text_of_task(image_, registry_, state_, names_, state_.slot_of(known))
          : std::to_string(value);
  fail(slot, FailureKind::misuse, pc, what + shown + ", which is not a thread",
       "ids of threads come from 'self' and from 'let t = spawn …;'");
}

void Machine::fail_loop(Slot slot, std::uint32_t pc) {
  const std::uint32_t line = registry_.location(image_.origins[pc].location).line;
  fail(slot, FailureKind::livelock, pc,
       "the loop in line " + std::to_string(line) + " took " + std::to_string(most_local_steps) +
           " local steps without a visible operation");
}

void Machine::stop_at_assume(Slot slot, std::uint32_t pc) {
  Task& task = state_.tasks[slot];
  task.pc = pc;
  task.standing = Standing::stopped;
  task.assumed = true;
}

void Machine::stop_too_deep(Slot slot, std::uint32_t pc) {
  stop_at_assume(slot, pc);
  if (!too_deep_.exists()) too_deep_ = image_.origins[pc].location;
}

}  // namespace mazurka::model
