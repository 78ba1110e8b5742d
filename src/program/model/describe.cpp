#include "program/model/describe.h"

#include "core/namesakes.h"

namespace mazurka::model {

namespace {

[[nodiscard]] std::string text(std::int64_t value) { return std::to_string(value); }

[[nodiscard]] std::string with_arguments(const Image& image, const State& state, Slot slot) {
  const Task& task = state.tasks[slot];
  const TaskCode& code = image.tasks[task.code];
  if (code.parameters == 0) return code.name;
  std::string result = code.name + "(";
  for (std::uint32_t i = 0; i < code.parameters; ++i)
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

// A task of another execution has no arguments to show.
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

std::string Words::source_text(LocationId location) const {
  const std::uint32_t pc = instruction_at(location);
  if (pc == nothing || image_.origins[pc].text == nothing) return {};
  return image_.texts[image_.origins[pc].text];
}

std::string Words::condition(ConditionId condition) const {
  const std::uint32_t entry = image_.conditions[conditions_.code(condition)].entry;
  return image_.texts[image_.origins[entry - 1].text];  // the await stands before its condition
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

std::string Words::lock_of_sleep(AccessListId accesses) const {
  for (const Access& access : registry_.accesses(accesses))
    if (access.kind == AccessKind::lock) return name(access.object);
  return {};
}

std::string Words::event(const Event& event) const {
  switch (event.operation) {
    case OperationKind::read:
      return "reads " + name(event.object) + ": " + text(event.read_value);
    case OperationKind::write:
      return name(event.object) + " = " + text(event.written_value);
    case OperationKind::update:
      return update(event);
    case OperationKind::await:
      return "await " + condition(event.condition);
    case OperationKind::lock:
      return "lock(" + name(event.object) + ")";
    case OperationKind::trylock:
      return "trylock(" + name(event.object) + "): " + (event.succeeded ? "succeeds" : "fails");
    case OperationKind::unlock:
      return "unlock(" + name(event.object) + ")";
    case OperationKind::sleep:
      return "wait(" + name(event.object) + ", " + lock_of_sleep(event.accesses) + "): sleeps";
    case OperationKind::relock:
      return "woken by " + task(event.other) + ", takes " + name(event.object) + " again";
    case OperationKind::signal:
      return "signal(" + name(event.object) + ") wakes " +
             (event.other.exists() ? task(event.other) : "nobody");
    case OperationKind::broadcast:
      return "broadcast(" + name(event.object) + ")";
    case OperationKind::post:
      return "post " + created(event.other) + " to " + name(event.object);
    case OperationKind::spawn:
      return "spawn " + created(event.other);
    case OperationKind::join:
      return "join " + task(event.other);
    case OperationKind::start:
      return "start";
    case OperationKind::choose:
    case OperationKind::reach:  // never in models
      break;
  }
  return source_text(event.location) + ": " + text(event.read_value);
}

std::string Words::pending(const Pending& pending) const {
  if (pending.stopped) return "stopped";
  switch (pending.operation) {
    case OperationKind::read:
      return "read " + name(pending.object);
    case OperationKind::write:
      return "write " + name(pending.object);
    case OperationKind::update:
      return "update " + name(pending.object);
    case OperationKind::await:
      return "await " + condition(pending.condition);
    case OperationKind::sleep:
      return "wait(" + name(pending.object) + ", " + lock_of_sleep(pending.accesses) + ")";
    case OperationKind::relock:
      return pending.asleep
                 ? "wait(" + name(pending.condition_variable) + ", " + name(pending.object) + ")"
                 : "lock(" + name(pending.object) + ")";
    case OperationKind::post:
      return "post to " + name(pending.object);
    case OperationKind::spawn:
      return "spawn";
    case OperationKind::join:
      return "join " + task(pending.other);
    case OperationKind::start:
      return "start";
    case OperationKind::choose:
      return source_text(pending.location);
    default:
      break;
  }
  return std::string(name_of(pending.operation)) + "(" + name(pending.object) + ")";
}

}  // namespace mazurka::model
