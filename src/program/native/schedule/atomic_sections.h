// Atomic sections: the code between __VERIFIER_atomic_begin and __VERIFIER_atomic_end, and the
// bodies of functions whose names begin with __VERIFIER_atomic_. A section is one event, which
// makes all accesses of the section.
//
// The accesses of an event must be known before it happens, because explorers use them to find
// conflicts. They are learned, as for private cells: the event has all accesses that sections which
// begin at the same place in the code were ever seen to make. New accesses take effect from the
// next exploration on. A section may thus conflict with more than it touches in one execution; this
// costs additional executions, but misses none.
//
// The choices in a section are made before it, as events of their own: a choice depends on nothing
// that other tasks do. How many choices a section makes, and among how many values, is learned too.
//
// A section may use one mutex that tasks share (sync/mutex.h). It is locked before the
// section and unlocked after it, by events of their own: what other tasks do in between they could
// also do before the lock. Which mutex a section uses is learned, too.
//
// Invariant: while a section is running, the runtime is quiet, so that its accesses are not events
// but only recorded here; and the task does not leave its fiber, unless it is stopped.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/registry.h"
#include "program/native/platform/layout.h"
#include "program/native/sharing/cells.h"

namespace mazurka::native {

class Runtime;

class AtomicSections {
 public:
  struct Section {
    std::map<ObjectId, AccessKind> accesses;  // in effect in this exploration
    std::map<ObjectId, AccessKind> news;      // in effect from the next exploration on
    AccessListId list;                        // `accesses` as a list
    std::vector<std::uint32_t> choices;       // how many values, of each choice; in effect
    std::vector<std::uint32_t> new_choices;   // in effect from the next exploration on
    Address mutex = 0;                        // that is locked before the section; in effect
    Address new_mutex = 0;                    // in effect from the next exploration on
    bool has_news = false;
    Address address = 0;  // memory whose value reports show for the event
    std::uint32_t size = 0;
  };

  // A section makes at most so many choices.
  static constexpr std::size_t most_choices = 32;

  explicit AtomicSections(Runtime& runtime) : runtime_(runtime) {}
  AtomicSections(const AtomicSections&) = delete;
  AtomicSections& operator=(const AtomicSections&) = delete;

  [[nodiscard]] bool is_running() const { return running_ != nullptr; }
  // Returns whether a section is running, and none in it.
  [[nodiscard]] bool is_outermost() const { return running_ != nullptr && depth_ == 0; }

  // --- Called in fibers ---
  void begin(Address place);
  void end();
  // Ends the running section and the sections nested in it, because its task was stopped.
  void leave();
  // Records an access within the section. REQUIRES: is_running().
  void note(Address address, std::size_t size, bool writes);
  // Records accesses to visible cells. REQUIRES: is_running(), and an OutsideProgram is in scope.
  void note(const Cells::Hit& hit, Address address, std::size_t size);
  // Returns the mutex that must be locked before a section that begins at this place; 0: none.
  [[nodiscard]] Address mutex_of(Address place) const;
  // Records that the running section uses a mutex that tasks share, and gives the execution up: the
  // mutex is locked before the section from the next exploration on. REQUIRES: is_running().
  [[noreturn]] void learn_mutex(Address mutex, Address place);
  // Returns the value below `count` that was chosen for this choice before the section began.
  // REQUIRES: is_running().
  [[nodiscard]] std::uint32_t choose(std::uint32_t count, Address place);
  // Reports a failure of the running task: it makes an operation that cannot be part of a section.
  [[noreturn]] void refuse(Address place);

  // Makes new accesses take effect.
  void commit();
  // Returns all sections, by the place in the code where they begin.
  [[nodiscard]] const std::map<Address, Section>& all() const { return sections_; }
  // Returns the section at this place, so that accesses which another process has seen can be
  // added.
  Section& add(Address place);

 private:
  Runtime& runtime_;
  std::map<Address, Section> sections_;
  std::uint32_t chosen_[most_choices] = {};  // for the running section
  std::uint32_t choices_made_ = 0;
  Section* running_ = nullptr;
  std::uint32_t depth_ = 0;  // how many sections are nested in the running one
};

}  // namespace mazurka::native
