#include "program/model/model_describer.h"

#include "core/namesakes.h"

namespace mazurka::model {

namespace {

[[nodiscard]] std::string text(std::int64_t value) { return std::to_string(value); }

[[nodiscard]] std::string with_arguments(const Image& image, const State& state, Slot slot) {
  const Task& task = state.tasks[slot];
  const TaskCode& code = image.tasks[task.code];
  const std::uint32_t shown =
      code.posts == nothing ? code.parameters : image.tasks[code.posts].parameters;
  if (shown == 0) return code.name;
  std::string result = code.name + "(";
  for (std::uint32_t i = 0; i < shown; ++i)
    result += (i > 0 ? ", " : "") + text(state.arguments(task)[i]);
  return result + ")";
}

}  // namespace

std::string text_of_task(const Image& image, const Registry& registry, const State& state,
                         Slot slot) {
  const std::uint32_t handler = state.tasks[slot].handler;
  const std::string name = with_arguments(image, state, slot);
  return handler == nothing ? name : registry.handler(image.handlers[handler]).name + "/" + name;
}

Words::Words(const Image& image, const Registry& registry, const State& state,
             const Conditions& conditions)
    : image_(image), registry_(registry), state_(state), conditions_(conditions) {
  for (std::uint32_t pc = 0; pc < image.origins.size(); ++pc) {
    const LocationId location = image.origins[pc].location;
    if (!location.exists()) continue;
    if (location.value >= instructions_.size()) instructions_.resize(location.value + 1, nothing);
    instructions_[location.value] = pc;
  }
}

std::string Words::name(ObjectId object) const { return registry_.name_of(object); }

// Describes a task. The arguments of a task of another execution are not known.
std::string Words::task_without_number(TaskId task) const {
  const Slot slot = state_.slot_of(task);
  if (slot != nothing) return text_of_task(image_, registry_, state_, slot);
  const TaskName& known = registry_.name_of(task);
  const std::string& name = image_.tasks[known.code].name;
  return known.handler.exists() ? registry_.handler(known.handler).name + "/" + name : name;
}

std::string Words::number_of(TaskId task) const {
  if (state_.slot_of(task) == nothing) return {};
  Namesakes namesakes;
  for (Slot slot = 0; slot <= state_.slot_of(task); ++slot)  // by creation
    namesakes.add(state_.tasks[slot].id, text_of_task(image_, registry_, state_, slot));
  return namesakes.number_of(task);
}

std::string Words::task(TaskId task) const { return task_without_number(task) + number_of(task); }

std::string Words::created(TaskId task) const {
  const Slot slot = state_.slot_of(task);
  return slot != nothing ? with_arguments(image_, state_, slot) + number_of(task)
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
  const std::uint32_t entry = image_.conditions[conditions_.code(condition)].entry;
  // The await is the instruction before its condition.
  return "await " + image_.texts[image_.origins[entry - 1].text];
}

std::string Words::value(std::int64_t value) const { return text(value); }

std::string Words::write(const Event& event) const {
  return name(event.object) + " = " + text(event.written_value);
}

std::string Words::update(const Event& event) const {
  const std::uint32_t pc = instruction_at(event.location);
  const Op op = pc == nothing ? Op::exchange : image_.code[pc].op;
  const std::string variable = name(event.object);
  const std::string change = text(event.read_value) + " -> " + text(event.written_value);
  if (op == Op::cas)
    return event.succeeded ? "cas(" + variable + "): " + change
                           : "cas(" + variable + ") fails: " + text(event.read_value);
  if (op == Op::exchange)
    return "exchange(" + variable + ", " + text(event.written_value) + "): " + change;
  const auto delta = static_cast<std::int64_t>(static_cast<std::uint64_t>(event.written_value) -
                                               static_cast<std::uint64_t>(event.read_value));
  return "fetch_add(" + variable + ", " + text(delta) + "): " + change;
}

}  // namespace mazurka::model
