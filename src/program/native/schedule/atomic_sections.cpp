// __VERIFIER_atomic_begin … __VERIFIER_atomic_end: one event that makes all accesses between them.
// The same for the bodies of functions whose names begin with __VERIFIER_atomic_.
//
// What it accesses must be known before it happens, because the explorer plans with that. It is
// learned, as with private cells: the event of a section that begins at a place in the code makes
// all accesses that sections from there were ever seen to make. Those that are new count from the
// next exploration on. The same section may thus conflict with more than it touches this time: that
// costs executions, but misses nothing.
//
// While the section runs, the runtime is quiet: accesses are no events, only noted here.
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

void Runtime::begin_section(Address place) {
  if (section_ != nullptr) ++section_depth_;
  if (is_quiet_) return;  // nobody else is there, or we are in a section already
  Task& task = *running;
  Section* section = nullptr;
  {
    const OutsideProgram outside;
    section = &sections_[place];
  }
  if (!section->accesses.empty()) {
    task.object = section->accesses.begin()->first;
    task.accesses = section->list;
    task.address = section->address;
    task.size = section->size;
    task.value = nullptr;
    announce(OperationKind::update, Standing::ready, place);
  }
  section_ = section;
  is_quiet_ = true;
}

void Runtime::end_section() {
  if (section_ == nullptr || section_depth_-- > 0) return;
  leave_section();
}

void Runtime::leave_section() {
  section_ = nullptr;
  section_depth_ = 0;
  is_quiet_ = false;
}

void Runtime::note_in_section(Address address, std::size_t size, bool writes) {
  if (size == 0) return;
  const OutsideProgram outside;
  const Cells::Hit hit = cells_.touch(address, size, current_->id, writes);
  if (hit.visible) add_to_section(*section_, hit, address, size);
}

void Runtime::add_to_section(Section& section, const Cells::Hit& hit, Address address,
                             std::size_t size) {
  for (const Access& access : registry_.accesses(hit.accesses)) {
    const auto [known, is_new] = section.news.try_emplace(access.object, access.kind);
    const bool is_stronger = known->second == AccessKind::read && access.kind == AccessKind::write;
    if (!is_new && !is_stronger) continue;
    known->second = access.kind;
    section.has_news = synchronisers_have_news_ = true;
  }
  if (section.size != 0) return;
  section.address = address;  // what is shown of it
  section.size = static_cast<std::uint32_t>(size < 8 ? size : 8);
}

void Runtime::commit_sections() {
  for (auto& [place, section] : sections_) {
    if (!section.has_news) continue;
    section.has_news = false;
    section.accesses = section.news;
    std::vector<Access> all;
    for (const auto& [object, kind] : section.accesses) all.push_back({object, kind});
    section.list = registry_.access_list(all);
  }
}

void Runtime::refuse_in_section(Address place) {
  const OutsideProgram outside;
  fail(FailureKind::misuse,
       "more than accesses to memory in an atomic section (__VERIFIER_atomic_…)",
       "locks, threads, choices and messages cannot be part of one event", place);
}

}  // namespace mazurka::native
