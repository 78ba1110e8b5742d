#include "program/native/schedule/atomic_sections.h"

#include <algorithm>
#include <vector>

#include "program/native/platform/expect.h"
#include "program/native/platform/memory_primitives.h"
#include "program/native/process/running.h"
#include "program/native/schedule/runtime.h"
#include "program/native/schedule/threads.h"

namespace mazurka::native {

AtomicSections::Section& AtomicSections::add(Address place) {
  const OutsideProgram outside;
  return sections_[place];
}

void AtomicSections::begin(Address place) {
  if (running_ != nullptr) ++depth_;
  if (runtime_.is_quiet()) return;  // no other task can run, or a section is running already
  Section& section = add(place);
  // Other tasks run until the section begins, so its choices are not in chosen_ until then.
  std::uint32_t chosen[most_choices];
  const std::size_t count = section.choices.size();
  for (std::size_t i = 0; i < count; ++i) chosen[i] = choose_value(section.choices[i], place);
  if (!section.accesses.empty()) {
    running->pending.stand_before_memory(section.accesses.begin()->first, section.list,
                                         section.address, section.size);
    runtime_.announce(OperationKind::update, Standing::ready, place);
  }
  copy_bytes(chosen_, chosen, count * sizeof chosen[0]);  // no hook sees it
  choices_made_ = 0;
  running_ = &section;
  runtime_.set_quiet(true);
}

void AtomicSections::end() {
  if (running_ == nullptr || depth_-- > 0) return;
  leave();
}

void AtomicSections::leave() {
  MAZURKA_EXPECT(running_ != nullptr && runtime_.is_quiet());
  running_ = nullptr;
  depth_ = 0;
  runtime_.set_quiet(false);
}

void AtomicSections::note(Address address, std::size_t size, bool writes) {
  if (size == 0) return;
  const OutsideProgram outside;
  const Cells::Hit hit = runtime_.cells.touch(address, size, runtime_.current_task().id, writes);
  if (hit.visible) note(hit, address, size);
}

void AtomicSections::note(const Cells::Hit& hit, Address address, std::size_t size) {
  for (const Access& access : runtime_.registry.accesses(hit.accesses)) {
    const auto [known, is_new] = running_->news.try_emplace(access.object, access.kind);
    const bool is_stronger = known->second == AccessKind::read && access.kind == AccessKind::write;
    if (!is_new && !is_stronger) continue;
    known->second = access.kind;
    running_->has_news = true;
    runtime_.synchronisers.set_news();
  }
  if (running_->size != 0) return;
  running_->address = address;
  running_->size = static_cast<std::uint32_t>(std::min<std::size_t>(size, 8));
}

Address AtomicSections::mutex_of(Address place) const {
  if (runtime_.is_quiet()) return 0;
  const auto found = sections_.find(place);
  return found == sections_.end() ? 0 : found->second.mutex;
}

void AtomicSections::learn_mutex(Address mutex, Address place) {
  if (running_->new_mutex != 0 && running_->new_mutex != mutex) refuse(place);
  running_->new_mutex = mutex;
  running_->has_news = true;
  runtime_.synchronisers.set_news();
  runtime_.stop_at_assume(place);
}

std::uint32_t AtomicSections::choose(std::uint32_t count, Address place) {
  const std::size_t index = choices_made_++;
  if (index >= most_choices) refuse(place);
  const std::vector<std::uint32_t>& known = running_->choices;
  if (index < known.size() && known[index] >= count) {
    if (chosen_[index] >= count) runtime_.stop_at_assume(place);  // another path has more values
    return chosen_[index];
  }
  {
    const OutsideProgram outside;
    std::vector<std::uint32_t>& learned = running_->new_choices;
    learned.resize(std::max(learned.size(), index + 1), 1);
    learned[index] = std::max(learned[index], count);
    running_->has_news = true;
    runtime_.synchronisers.set_news();
  }
  runtime_.stop_at_assume(place);
}

void AtomicSections::commit() {
  for (auto& [place, section] : sections_) {
    if (!section.has_news) continue;
    section.has_news = false;
    section.choices = section.new_choices;
    section.mutex = section.new_mutex;
    section.accesses = section.news;
    std::vector<Access> all;
    for (const auto& [object, kind] : section.accesses) all.push_back({object, kind});
    section.list = runtime_.registry.access_list(all);
  }
}

void AtomicSections::refuse(Address place) {
  const OutsideProgram outside;
  runtime_.fail(
      FailureKind::misuse,
      "other operations than accesses to memory, choices and one mutex in an atomic section "
      "(__VERIFIER_atomic_…)",
      "threads, semaphores, condition variables and messages cannot be part of one event", place);
}

}  // namespace mazurka::native
