#include "program/model/model_describer.h"

#include <algorithm>
#include <span>

#include "core/namesakes.h"
#include "program/model/machine.h"

namespace mazurka::model {

namespace {

[[nodiscard]] std::string with_arguments(const Image& image, const State& state,
                                         const TaskNames& names, Slot slot) {
  const Task& task = state.tasks[slot];
  const TaskCode& code = image.tasks[task.code];
  const std::uint32_t shown =
      code.posts == nothing ? code.parameters : image.tasks[code.posts].parameters;
  if (shown == 0) return code.name;
  std::string result = code.name + "(";
  for (std::uint32_t i = 0; i < shown; ++i)
    result += (i > 0 ? ", " : "") + text_of_value(state.arguments(task)[i], image, state, names);
  return result + ")";
}

}  // namespace

// The name of the code, and its number among the tasks of this execution with the same code: ids of
// tasks may be arguments of tasks, whose names would not end if they had all their arguments.
std::string text_of_value(std::int64_t value, const Image& image, const State& state,
                          const TaskNames& names) {
  const TaskId task = names.with_value(value);
  const Slot slot = task.exists() ? state.slot_of(task) : nothing;
  if (slot == nothing) return std::to_string(value);
  const std::uint32_t code = state.tasks[slot].code;
  const auto has_code = [&](const Task& other) { return other.code == code; };
  std::string result = image.tasks[code].name;
  if (std::ranges::count_if(state.tasks, has_code) == 1) return result;
  const auto before = std::ranges::count_if(std::span(state.tasks).first(slot), has_code);
  return result + " #" + std::to_string(before + 1);
}

std::string text_of_task(const Image& image, const Registry& registry, const State& state,
                         const TaskNames& names, Slot slot) {
  const std::uint32_t handler = state.tasks[slot].handler;
  const std::string name = with_arguments(image, state, names, slot);
  return handler == nothing ? name : registry.handler(image.handlers[handler]).name + "/" + name;
}

Words::Words(const Image& image, const Registry& registry, const Machine& machine)
    : image_(image),
      registry_(registry),
      state_(machine.state()),
      conditions_(machine.conditions()),
      names_(machine.names()),
      messages_(machine.messages()) {
  for (std::uint32_t pc = 0; pc < image.origins.size(); ++pc) {
    const LocationId location = image.origins[pc].location;
    if (!location.exists()) continue;
    if (location.value >= instructions_.size()) instructions_.resize(location.value + 1, nothing);
    instructions_[location.value] = pc;
  }
}

std::string Words::name(ObjectId object) const {
  const TaskId owner = registry_.owner_of(object);
  const TaskId cancelled = registry_.cancelled_by(object);
  if (cancelled.exists()) return "whether " + task(cancelled) + " is cancelled";
  return owner.exists() ? "the mailbox of " + task(owner) : registry_.name_of(object);
}

// Describes a task. The arguments of a task of another execution are not known.
std::string Words::task_without_number(TaskId task) const {
  const Slot slot = state_.slot_of(task);
  if (slot != nothing) return text_of_task(image_, registry_, state_, names_, slot);
  const TaskName& known = registry_.name_of(task);
  const std::string& name = image_.tasks[known.code].name;
  return known.handler.exists() ? registry_.handler(known.handler).name + "/" + name : name;
}

std::string Words::number_of(TaskId task) const {
  if (state_.slot_of(task) == nothing) return {};
  Namesakes namesakes;
  for (Slot slot = 0; slot <= state_.slot_of(task); ++slot)  // by creation
    namesakes.add(state_.tasks[slot].id, text_of_task(image_, registry_, state_, names_, slot));
  return namesakes.number_of(task);
}

std::string Words::task(TaskId task) const { return task_without_number(task) + number_of(task); }

std::string Words::created(TaskId task) const {
  const Slot slot = state_.slot_of(task);
  return slot != nothing ? with_arguments(image_, state_, names_, slot) + number_of(task)
                         : image_.tasks[registry_.name_of(task).code].name;
}

std::uint32_t Words::instruction_at(LocationId location) const {
  return location.value < instructions_.size() ? instructions_[location.value] : nothing;
}

std::string Words::choice(LocationId location) const {
  const std::uint32_t pc = instruction_at(location);
  if (pc == nothing || image_.origins[pc].text == nothing) return {};
  return image_.texts[image_.origins[pc].text];
}

std::string Words::await(ConditionId condition, ObjectId /*object*/) const {
  const std::uint32_t code = conditions_.code(condition);
  if (code == nothing) return "start";
  const std::uint32_t entry = image_.conditions[code].entry;
  // The await is the instruction before its condition.
  return "await " + image_.texts[image_.origins[entry - 1].text];
}

std::string Words::message(const Event& event) const {
  std::string result = messages_.tag_of(event.message).name;
  const auto arguments = messages_.arguments(event.message);
  if (arguments.empty()) return result;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    result += (i == 0 ? "(" : ", ") + value(arguments[i]);
  return result + ")";
}

std::string Words::wanted(const Pending& pending) const {
  const std::uint32_t pc = instruction_at(pending.location);
  if (pc == nothing || image_.code[pc].op != Op::receive) return "a message";
  std::string result;
  for (const ArmCode& arm : image_.receives[image_.code[pc].a].arms)
    result += (result.empty() ? "" : " or ") + image_.tags[arm.tag].name;
  return result.empty() ? "nothing" : result;
}

std::string Words::value(std::int64_t value) const {
  return text_of_value(value, image_, state_, names_);
}

std::string Words::write(const Event& event) const {
  const TaskId cancelled = registry_.cancelled_by(event.object);
  if (cancelled.exists()) return "cancel " + task(cancelled);
  return name(event.object) + " = " + value(event.written_value);
}

std::string Words::update(const Event& event) const {
  const std::uint32_t pc = instruction_at(event.location);
  const Op op = pc == nothing ? Op::exchange : image_.code[pc].op;
  const std::string variable = name(event.object);
  const std::string change = value(event.read_value) + " -> " + value(event.written_value);
  if (op == Op::cas)
    return event.succeeded ? "cas(" + variable + "): " + change
                           : "cas(" + variable + ") fails: " + value(event.read_value);
  if (op == Op::exchange)
    return "exchange(" + variable + ", " + value(event.written_value) + "): " + change;
  const auto delta = static_cast<std::int64_t>(static_cast<std::uint64_t>(event.written_value) -
                                               static_cast<std::uint64_t>(event.read_value));
  return "fetch_add(" + variable + ", " + std::to_string(delta) + "): " + change;
}

}  // namespace mazurka::model
