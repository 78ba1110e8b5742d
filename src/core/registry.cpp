#include "core/registry.h"

#include <algorithm>

#include "core/hash.h"
#include "core/invariant.h"

namespace mazurka {

std::size_t Registry::TaskNameHash::operator()(const TaskName& name) const noexcept {
  return mix(mix(name.creator.value, name.ordinal), mix(name.code, name.handler.value));
}

Registry::Registry() { access_ranges_.push_back({0, 0}); }

// --- Tasks ---------------------------------------------------------------------------------------

TaskId Registry::task(const TaskName& name) {
  const auto known = task_ids_.find(name);
  if (known != task_ids_.end()) return known->second;
  return numbers_ == nullptr ? add_task(name) : add_numbered(name);
}

TaskId Registry::add_task(const TaskName& name) {
  const TaskId task{task_count()};
  task_ids_.emplace(name, task);
  tasks_.push_back(name);
  stable_tasks_.push_back(make_stable_name(name));
  const auto add_object_of_task = [&](std::string object, OwnedObject purpose,
                                      std::vector<ObjectId>& objects, std::vector<TaskId>& tasks) {
    objects.push_back(
        add_object(std::move(object), mazurka::stable_name(stable_tasks_.back().high, purpose)));
    tasks.resize(objects_.size());
    tasks.back() = task;
  };
  if (tasks_have_mailboxes_)
    add_object_of_task("the mailbox of a task", OwnedObject::mailbox, mailboxes_, owners_);
  if (tasks_have_cancel_flags_)
    add_object_of_task("whether a task is cancelled", OwnedObject::cancel_flag, cancel_flags_,
                       flagged_);
  return task;
}

// A handler without a description, which only tests and reports of lost processes have, stands for
// itself.
TaskStableName Registry::make_stable_name(const TaskName& name) const {
  const TaskStableName creator =
      name.creator.exists() ? stable_name(name.creator) : TaskStableName{};
  const std::uint64_t handler = name.handler.value < handlers_.size()
                                    ? handlers_[name.handler.value].stable
                                    : name.handler.value;
  const std::uint64_t body = mix(name.code, handler);
  return {mix(mix(creator.high, name.ordinal), body), mix(mix(body, name.ordinal), creator.low)};
}

// Other processes may have numbered tasks that this one has not met. They are added, too, so that
// ids stay dense.
TaskId Registry::add_numbered(const TaskName& name) {
  for (const TaskName& each : numbers_->number(name, task_count())) {
    if (each.handler.exists() && each.handler.value >= handlers_.size())
      add_numbered(numbers_->handlers(handler_count()));
    add_task(each);
  }
  const TaskId last{task_count() - 1};
  MAZURKA_INVARIANT(name_of(last) == name, "a shared table of tasks numbers another task");
  return last;
}

void Registry::share_numbers(TaskNumbers& numbers) {
  for (std::uint32_t i = 0; i < handlers_.size(); ++i)
    MAZURKA_INVARIANT(
        numbers.number(NumberedHandler{handlers_[i].stable, handlers_[i].discipline}, i).size() ==
            1,
        "processes that share the numbers of handlers start with different handlers");
  for (std::uint32_t i = 0; i < tasks_.size(); ++i)
    MAZURKA_INVARIANT(numbers.number(tasks_[i], i).size() == 1,
                      "processes that share the numbers of tasks start with different tasks");
  numbers_ = &numbers;
}

std::string Registry::path_of(TaskId task) const {
  const TaskName& name = tasks_[task.value];
  const std::string last = std::to_string(name.ordinal);
  return name.creator.exists() ? path_of(name.creator) + "." + last : last;
}

// --- Objects and handlers ------------------------------------------------------------------------

ObjectId Registry::add_object(std::string name) {
  return add_object(std::move(name), objects_.size());
}

ObjectId Registry::add_object(std::string name, StableName stable) {
  objects_.push_back(std::move(name));
  stable_objects_.push_back(stable);
  return {static_cast<std::uint32_t>(objects_.size() - 1)};
}

HandlerId Registry::add_handler(std::string name, Discipline discipline, LocationId declared) {
  return add_handler(std::move(name), discipline, declared, handlers_.size());
}

// Another process may have met the handler before, and this one may have heard of it as the handler
// of a task: its description is complete only now.
HandlerId Registry::add_handler(std::string name, Discipline discipline, LocationId declared,
                                StableName stable) {
  if (numbers_ == nullptr) return append_handler(std::move(name), discipline, declared, stable);
  const auto known = std::ranges::find(handlers_, stable, &HandlerInfo::stable);
  HandlerId id{static_cast<std::uint32_t>(known - handlers_.begin())};
  if (known == handlers_.end()) {
    add_numbered(numbers_->number(NumberedHandler{stable, discipline}, handler_count()));
    id = {handler_count() - 1};
  }
  HandlerInfo& info = handlers_[id.value];
  rename(info.as_lock, name);
  rename(info.mailbox, name + "'s mailbox");
  info.name = std::move(name);
  info.discipline = discipline;
  info.declared = declared;
  return id;
}

HandlerId Registry::append_handler(std::string name, Discipline discipline, LocationId declared,
                                   StableName stable) {
  const ObjectId as_lock =
      add_object(name, mazurka::stable_name(stable, OwnedObject::lock_of_handler));
  const ObjectId mailbox =
      add_object(name + "'s mailbox", mazurka::stable_name(stable, OwnedObject::mailbox));
  handlers_.push_back({std::move(name), discipline, as_lock, mailbox, declared, stable});
  return {static_cast<std::uint32_t>(handlers_.size() - 1)};
}

void Registry::add_numbered(std::span<const NumberedHandler> handlers) {
  for (const NumberedHandler& each : handlers)
    append_handler("a handler of another process", each.discipline, {}, each.name);
}

// --- Locations and accesses ----------------------------------------------------------------------

LocationId Registry::add_location(SourceLocation location) {
  locations_.push_back(std::move(location));
  return {static_cast<std::uint32_t>(locations_.size() - 1)};
}

void Registry::set_location(LocationId id, SourceLocation location) {
  locations_[id.value] = std::move(location);
}

std::string Registry::text_of(LocationId id) const {
  if (!id.exists()) return "?";
  const SourceLocation& place = location(id);
  if (place.file.empty()) return "?";
  const std::string line = place.file + ":" + std::to_string(place.line);
  return place.column == 0 ? line : line + ":" + std::to_string(place.column);
}

AccessListId Registry::access_list(std::span<const Access> accesses) {
  if (accesses.empty()) return no_accesses();
  scratch_.assign(accesses.begin(), accesses.end());
  std::sort(scratch_.begin(), scratch_.end());
  // Sorted, a write follows the reads of its object: keep only the last access of each object.
  std::size_t kept = 0;
  for (std::size_t i = 0; i < scratch_.size(); ++i)
    if (i + 1 == scratch_.size() || scratch_[i].object != scratch_[i + 1].object)
      scratch_[kept++] = scratch_[i];
  scratch_.resize(kept);

  std::uint64_t hash = 0;
  for (const Access& access : scratch_)
    hash = mix(hash, mix(access.object.value, static_cast<std::uint64_t>(access.kind) |
                                                  (std::uint64_t{access.detail} << 8)));
  std::vector<AccessListId>& candidates = access_ids_[hash];
  for (const AccessListId id : candidates)
    if (std::ranges::equal(this->accesses(id), scratch_)) return id;

  access_ranges_.push_back({static_cast<std::uint32_t>(access_pool_.size()),
                            static_cast<std::uint32_t>(scratch_.size())});
  access_pool_.insert(access_pool_.end(), scratch_.begin(), scratch_.end());
  candidates.push_back({static_cast<std::uint32_t>(access_ranges_.size() - 1)});
  return candidates.back();
}

bool conflict(const Registry& registry, const ConflictTable& table, AccessListId a,
              AccessListId b) {
  for (const Access& first : registry.accesses(a))
    for (const Access& second : registry.accesses(b))
      if (first.object == second.object && conflict(registry, table, first, second)) return true;
  return false;
}

}  // namespace mazurka
