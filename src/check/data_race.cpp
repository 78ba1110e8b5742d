#include "check/data_race.h"

#include <algorithm>
#include <bit>
#include <span>

namespace mazurka {
namespace {

// A set of threads has a bit for each, in words of this many.
constexpr std::uint32_t bits_of_word = 64;

// Calls `visit` for each thread of a set, in ascending order.
template <class Visit>
void for_each_thread(std::span<const std::uint64_t> words, Visit visit) {
  for (std::uint32_t i = 0; i < words.size(); ++i)
    for (std::uint64_t left = words[i]; left != 0; left &= left - 1)
      visit(i * bits_of_word + static_cast<Synchronisation::Thread>(std::countr_zero(left)));
}

}  // namespace

void DataRaceCheck::find(const FinishedExecution& finished, std::vector<Finding>& findings) {
  const Execution& execution = finished.execution;
  if (!execution.has_plain_accesses()) return;
  begin(execution);
  for (Position position = 0; position < execution.size(); ++position) {
    synchronisation_.advance(position);
    look_at(execution, position);
  }
  std::optional<DataRaceTeller> teller;
  for (const auto& [places, race] : races_) {
    Finding finding = finding_of(finished, race, teller);
    const auto is_same = [&](const Finding& other) {
      return other.kind == FindingKind::data_race && other.places == finding.places;
    };
    if (std::ranges::none_of(findings, is_same)) findings.push_back(std::move(finding));
  }
}

void DataRaceCheck::begin(const Execution& execution) {
  ++run_;
  races_.clear();
  synchronisation_.begin(execution);
  const Registry& registry = execution.registry();
  of_object_.resize(std::max<std::size_t>(of_object_.size(), registry.object_count()));
  row_count_ = 0;
  for (const Event& event : execution.events()) {
    if (is_atomic(event.order) && event.operation != OperationKind::await) continue;
    for (const Access& access : registry.accesses(event.accesses))
      if (!is_atomic(order_of(event, access)) && of_object_[access.object.value].run != run_)
        of_object_[access.object.value] = {run_, row_count_++};
  }
  rows_.assign(std::size_t{row_count_} * synchronisation_.thread_count(), {});
  words_ = (synchronisation_.thread_count() + bits_of_word - 1) / bits_of_word;
  threads_.assign(std::size_t{row_count_} * words_, 0);
}

void DataRaceCheck::look_at(const Execution& execution, Position later) {
  const Event& event = execution[later];
  if (event.operation > OperationKind::await) return;  // not an access
  const std::uint32_t width = synchronisation_.thread_count();
  const Synchronisation::Thread thread = synchronisation_.thread_of(event.task);
  for (const Access& access : execution.registry().accesses(event.accesses)) {
    if (of_object_[access.object.value].run != run_) continue;
    if (order_of(event, access) == MemoryOrder::watched) continue;
    const bool is_plain = !is_atomic(order_of(event, access));
    const bool writes = access.kind == AccessKind::write;
    const std::uint32_t index = of_object_[access.object.value].row;
    LastAccesses* const row = rows_.data() + std::size_t{index} * width;
    std::uint64_t* const threads = threads_.data() + std::size_t{index} * words_;
    for_each_thread({threads, words_}, [&](Synchronisation::Thread other) {
      if (other == thread) return;
      const Race race{nowhere, later, access.object};
      const LastAccesses& last = row[other];
      compare(execution, race, last.plain_write);
      if (is_plain) compare(execution, race, last.atomic_write);
      if (writes) compare(execution, race, last.plain_read);
      if (writes && is_plain) compare(execution, race, last.atomic_read);
    });
    if (event.order == MemoryOrder::freeing) continue;  // what comes after it is a use after free
    threads[thread / bits_of_word] |= std::uint64_t{1} << (thread % bits_of_word);
    LastAccesses& own = row[thread];
    if (writes)
      (is_plain ? own.plain_write : own.atomic_write) = later;
    else
      (is_plain ? own.plain_read : own.atomic_read) = later;
  }
}

// Records a race of `race.later` with the event at `earlier`, if there is one. If `race.later` is a
// free that could come before the access, or before a later access of the same thread, another
// execution shows a use after free, which is more specific. So only frees that other events order,
// but do not synchronise, are recorded.
void DataRaceCheck::compare(const Execution& execution, Race race, Position earlier) {
  if (earlier == nowhere) return;
  const Event& before = execution[earlier];
  const Event& event = execution[race.later];
  if (synchronisation_.knows(synchronisation_.thread_of(event.task),
                             synchronisation_.thread_of(before.task), earlier))
    return;
  const auto could_come_later = [&](Position access) {
    return access >= earlier && execution[access].task == before.task;
  };
  if (event.order == MemoryOrder::freeing &&
      std::ranges::any_of(execution.races_into(race.later), could_come_later))
    return;
  race.earlier = earlier;
  races_.try_emplace(std::minmax(before.location, event.location), race);
}

Finding DataRaceCheck::finding_of(const FinishedExecution& finished, const Race& race,
                                  std::optional<DataRaceTeller>& teller) {
  const Event& earlier = finished.execution[race.earlier];
  const Event& later = finished.execution[race.later];
  Finding finding{.kind = FindingKind::data_race,
                  .message = "data race",
                  .task = later.task,
                  .location = later.location,
                  .position = race.later + 1,
                  .events = {race.earlier, race.later}};
  const auto [told, is_new] = told_.try_emplace(std::minmax(earlier.location, later.location));
  if (is_new) {
    (void)finished.describer.describe(later);  // resolves names and locations
    if (!teller) teller.emplace(finished);
    teller->tell(race.earlier, race.later, race.object, finding);
    const Registry& registry = finished.execution.registry();
    told->second = {first_with_same_text(registry, earlier.location),
                    first_with_same_text(registry, later.location)};
    std::ranges::sort(told->second);
    told->second.erase(std::unique(told->second.begin(), told->second.end()), told->second.end());
  }
  finding.places = told->second;
  return finding;
}

// REQUIRES: the location is resolved (describing the event does that).
LocationId DataRaceCheck::first_with_same_text(const Registry& registry, LocationId place) {
  if (!place.exists() || registry.location(place).file.empty()) return place;
  return places_.try_emplace(registry.text_of(place), place).first->second;
}

}  // namespace mazurka
