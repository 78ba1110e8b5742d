#include "core/registry.h"

#include <algorithm>

#include "core/hash.h"
#include "core/invariant.h"

namespace mazurka {

std::size_t Registry::TaskNameHash::operator()(const TaskName& name) const noexcept {
  return mix(mix(name.creator.value, name.ordinal), mix(name.code, name.handler.value));
}

Registry::Registry() { access_ranges_.push_back({0, 0}); }

TaskId Registry::task(const TaskName& name) {
  if (const auto entry = task_ids_.find(name); entry != task_ids_.end()) return entry->second;
  if (numbers_ == nullptr) return add_task(name);
  TaskId last;
  for (const TaskName& each : numbers_->number(name, task_count())) last = add_task(each);
  return last;
}

void Registry::set_task_numbers(TaskNumbers* numbers) {
  numbers_ = numbers;
  if (numbers == nullptr) return;
  for (std::uint32_t i = 0; i < task_count(); ++i) (void)numbers->number(tasks_[i], i);
}

TaskId Registry::add_task(const TaskName& name) {
  const TaskId task{static_cast<std::uint32_t>(tasks_.size())};
  task_ids_.emplace(name, task);
  tasks_.push_back(name);
  stable_tasks_.push_back(make_stable_name(name));
  depths_.push_back(name.creator.exists() ? depths_[name.creator.value] + 1 : 0);
  orders_.push_back(make_order(name));
  const auto add_object_of_task = [&](std::string object, NameKind kind,
                                      std::vector<ObjectId>& objects, std::vector<TaskId>& tasks) {
    objects.push_back(
        add_object(std::move(object), mazurka::stable_name(kind, stable_tasks_.back())));
    tasks.resize(objects_.size());
    tasks.back() = task;
  };
  if (tasks_have_mailboxes_)
    add_object_of_task("the mailbox of a task", NameKind::mailbox, mailboxes_, owners_);
  if (tasks_have_cancel_flags_)
    add_object_of_task("whether a task is cancelled", NameKind::cancel_flag, cancel_flags_,
                       flagged_);
  return task;
}

// Reports of processes that have died have tasks whose handlers are not registered. Their names are
// never compared.
StableName Registry::make_stable_name(const TaskName& name) const {
  StableName result = mazurka::stable_name(NameKind::task);
  if (name.creator.exists()) result = continued(result, stable_tasks_[name.creator.value]);
  result = continued(continued(result, name.ordinal), name.code);
  if (name.handler.value < handlers_.size())
    result = continued(result, handlers_[name.handler.value].stable);
  return result;
}

std::string Registry::path_of(TaskId task) const {
  const TaskName& name = tasks_[task.value];
  const std::string last = std::to_string(name.ordinal);
  return name.creator.exists() ? path_of(name.creator) + "." + last : last;
}

std::uint64_t Registry::make_order(const TaskName& name) const {
  constexpr unsigned bits = 14;  // of an ordinal
  constexpr std::uint64_t most = (1u << bits) - 1;
  constexpr std::uint64_t levels = 4;
  const std::uint64_t depth = depths_.back();
  if (depth >= 0xff) return ~std::uint64_t{0};
  std::uint64_t order = depth << levels * bits;
  const auto shift = [](std::uint64_t level) { return (levels - 1 - level) * bits; };
  for (std::uint64_t level = 0; level < std::min(depth, levels); ++level) {
    const std::uint64_t ordinal = orders_[name.creator.value] >> shift(level) & most;
    order |= ordinal << shift(level);
    if (ordinal == most) return order;  // it did not fit, so what follows cannot be compared
  }
  if (depth < levels) order |= std::min<std::uint64_t>(name.ordinal, most) << shift(depth);
  return order;
}

bool Registry::comes_before_by_path(TaskId a, TaskId b) const {
  if (depths_[a.value] != depths_[b.value]) return depths_[a.value] < depths_[b.value];
  TaskId above_a = a;
  TaskId above_b = b;
  while (tasks_[above_a.value].creator != tasks_[above_b.value].creator) {
    above_a = tasks_[above_a.value].creator;
    above_b = tasks_[above_b.value].creator;
  }
  const std::uint32_t ordinal_of_a = tasks_[above_a.value].ordinal;
  const std::uint32_t ordinal_of_b = tasks_[above_b.value].ordinal;
  if (ordinal_of_a != ordinal_of_b) return ordinal_of_a < ordinal_of_b;
  return stable_tasks_[above_a.value] < stable_tasks_[above_b.value];
}

bool Registry::comes_before(Choice a, Choice b) const {
  if (a.task != b.task) return comes_before(a.task, b.task);
  if (!wakes_task(a.value) || !wakes_task(b.value)) return a.value < b.value;
  return comes_before(woken_task(a.value), woken_task(b.value));
}

ObjectId Registry::add_object(std::string name, const StableName& stable) {
  objects_.push_back(std::move(name));
  stable_objects_.push_back(stable);
  return {static_cast<std::uint32_t>(objects_.size() - 1)};
}

HandlerId Registry::add_handler(std::string name, const StableName& stable, Discipline discipline,
                                LocationId declared) {
  const HandlerId handler{handler_count()};
  MAZURKA_INVARIANT(handler_ids_.emplace(stable, handler).second,
                    "two handlers have the same stable name");
  const ObjectId as_lock =
      add_object(name, mazurka::stable_name(NameKind::handler_as_lock, stable));
  const ObjectId mailbox =
      add_object(name + "'s mailbox", mazurka::stable_name(NameKind::mailbox, stable));
  handlers_.push_back({std::move(name), discipline, as_lock, mailbox, declared, stable});
  return handler;
}

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

AccessListId Registry::with_kind(AccessListId list, AccessKind kind,
                                 std::vector<AccessListId>& known) {
  if (list.value >= known.size()) known.resize(access_ranges_.size());
  if (known[list.value].exists()) return known[list.value];
  const auto old = accesses(list);
  std::vector<Access> changed(old.begin(), old.end());
  for (Access& access : changed)
    if (access.kind == AccessKind::read || access.kind == AccessKind::write ||
        access.kind == AccessKind::condition)
      access.kind = kind;
  const AccessListId result = access_list(changed);
  known[list.value] = result;
  return result;
}

AccessListId Registry::without_rounds(AccessListId list) {
  const auto old = accesses(list);
  std::vector<Access> changed(old.begin(), old.end());
  for (Access& access : changed)
    if (is_at_barrier(access.kind))
      access = {access.object,
                access.kind == AccessKind::arrive ? AccessKind::write : AccessKind::read};
  return access_list(changed);
}

bool conflict(const Registry& registry, const ConflictTable& table, AccessListId a,
              AccessListId b) {
  for (const Access& first : registry.accesses(a))
    for (const Access& second : registry.accesses(b))
      if (first.object == second.object && conflict(registry, table, first, second)) return true;
  return false;
}

}  // namespace mazurka
