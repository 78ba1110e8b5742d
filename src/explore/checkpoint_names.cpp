#include "explore/checkpoint_names.h"

#include "core/user_error.h"
#include "program/learning.h"

namespace mazurka {

namespace {

[[noreturn]] void fail_for_number() {
  throw UserError("", "the checkpoint is damaged, or was made by another version of mazurka",
                  "start without --resume");
}

[[noreturn]] void fail_for_name(const std::string& what) {
  throw UserError("",
                  "the checkpoint cannot be resumed: the program has no " + what +
                      " with the name that is in the checkpoint",
                  "start without --resume");
}

}  // namespace

CheckpointNames names_to_save(Program& program) {
  CheckpointNames result;
  const Registry& registry = program.registry();
  for (std::uint32_t i = 0; i < registry.handler_count(); ++i)
    result.handlers.push_back(registry.handler(HandlerId{i}).stable);
  for (std::uint32_t i = 0; i < registry.task_count(); ++i)
    result.tasks.push_back(registry.name_of(TaskId{i}));
  if (const Learning* const learning = program.learning()) result.messages = learning->messages();
  return result;
}

std::uint32_t MentionedObjects::number_of(ObjectId object) {
  const auto next = static_cast<std::uint32_t>(names_.size());
  const auto [known, is_new] = numbers_.try_emplace(object, next);
  if (is_new) names_.push_back(registry_.stable_name(object));
  return known->second;
}

RestoredNames::RestoredNames(Program& program, const CheckpointNames& names) {
  restore_tasks(program.registry(), names);
  restore_objects(program.registry(), names);
  restore_messages(program, names);
}

// Creators come before their tasks.
void RestoredNames::restore_tasks(Registry& registry, const CheckpointNames& names) {
  for (TaskName name : names.tasks) {
    if (name.creator.exists()) name.creator = task(name.creator.value);
    if (name.handler.exists()) {
      if (name.handler.value >= names.handlers.size()) fail_for_number();
      name.handler = registry.handler_named(names.handlers[name.handler.value]);
      if (!name.handler.exists()) fail_for_name("handler");
    }
    tasks_.push_back(registry.task(name));
  }
}

// Several objects have one name if memory was divided into smaller pieces meanwhile; the last one
// counts. Tasks come first: those of programs with messages between tasks have mailboxes, which are
// objects.
void RestoredNames::restore_objects(const Registry& registry, const CheckpointNames& names) {
  std::unordered_map<StableName, ObjectId> ids;
  for (std::uint32_t i = 0; i < registry.object_count(); ++i)
    ids[registry.stable_name(ObjectId{i})] = ObjectId{i};
  for (const StableName& name : names.objects) {
    const auto found = ids.find(name);
    objects_.push_back(found == ids.end() ? ObjectId::none() : found->second);
  }
}

void RestoredNames::restore_messages(Program& program, const CheckpointNames& names) {
  if (names.messages.empty()) return;
  Learning* const learning = program.learning();
  if (learning == nullptr) fail_for_number();
  const std::vector<std::uint32_t> numbers = learning->numbers_of(names.messages);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    (is_filter_line(names.messages[i]) ? filters_ : messages_).push_back(numbers[i]);
}

TaskId RestoredNames::task(std::uint64_t number) const {
  if (number >= tasks_.size()) fail_for_number();
  return tasks_[number];
}

ObjectId RestoredNames::object(std::uint64_t number) const {
  if (number >= objects_.size()) fail_for_number();
  if (!objects_[number].exists()) fail_for_name("variable");
  return objects_[number];
}

// The detail of a send is a message, that of a receive a filter; 0 is neither. That of another
// access is not a number of this process.
Access RestoredNames::access(std::uint64_t number, AccessKind kind, std::uint32_t detail) const {
  if (kind >= AccessKind::send && !is_at_barrier(kind) && detail != 0) {
    const std::vector<std::uint32_t>& numbers = kind == AccessKind::send ? messages_ : filters_;
    if (detail > numbers.size()) fail_for_number();
    detail = numbers[detail - 1];
  }
  return {object(number), kind, detail};
}

std::uint32_t RestoredNames::value(std::uint32_t saved) const {
  return wakes_task(saved) ? value_waking(task(woken_task(saved).value)) : saved;
}

std::vector<Choice> RestoredNames::schedule(const std::vector<Choice>& saved) const {
  std::vector<Choice> result;
  result.reserve(saved.size());
  for (const Choice& each : saved) result.push_back(choice(each));
  return result;
}

}  // namespace mazurka
