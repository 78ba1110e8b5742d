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
// Invariant: while a section is running, the runtime is quiet, so that its accesses are not events
// but only recorded here; and the task does not leave its fiber, unless it is stopped.
#pragma once

#include <cstdint>
#include <map>

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
    bool has_news = false;
    Address address = 0;  // memory whose value reports show for the event
    std::uint32_t size = 0;
  };

  explicit AtomicSections(Runtime& runtime) : runtime_(runtime) {}
  AtomicSections(const AtomicSections&) = delete;
  AtomicSections& operator=(const AtomicSections&) = delete;

  [[nodiscard]] bool is_running() const { return running_ != nullptr; }

  // --- Called in fibers ---
  void begin(Address place);
  void end();
  // Ends the running section and the sections nested in it, because its task was stopped.
  void leave();
  // Records an access within the section. REQUIRES: is_running().
  void note(Address address, std::size_t size, bool writes);
  // Records accesses to visible cells. REQUIRES: is_running(), and an OutsideProgram is in scope.
  void note(const Cells::Hit& hit, Address address, std::size_t size);
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
  Section* running_ = nullptr;
  std::uint32_t depth_ = 0;  // how many sections are nested in the running one
};

}  // namespace mazurka::native
