// __VERIFIER_atomic_begin … __VERIFIER_atomic_end, and bodies of functions whose names begin with
// __VERIFIER_atomic_: one event that makes all accesses between them.
//
// What the event accesses must be known before it happens, because the explorer plans with it. It
// is learned, as with private cells: the event of a section that begins at a place in the code
// makes all accesses that sections from there were ever seen to make. New ones count from the next
// exploration on. The same section may thus conflict with more than it touches this time: that
// costs executions, but misses nothing.
//
// Invariant: while a section runs, the runtime is quiet, so accesses are not events, only noted
// here; and the task does not leave its fiber, unless it is stopped.
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
  // A piece of code whose accesses are one event.
  struct Section {
    std::map<ObjectId, AccessKind> accesses;  // in this exploration
    std::map<ObjectId, AccessKind> news;      // and in the next one
    AccessListId list;                        // `accesses` as a list
    bool has_news = false;
    Address address = 0;  // what is shown of it
    std::uint32_t size = 0;
  };

  explicit AtomicSections(Runtime& runtime) : runtime_(runtime) {}
  AtomicSections(const AtomicSections&) = delete;
  AtomicSections& operator=(const AtomicSections&) = delete;

  [[nodiscard]] bool is_running() const { return running_ != nullptr; }

  // --- Called in fibers ---
  void begin(Address place);
  void end();
  // Ends the section and those around it, of a task that was stopped in it.
  void leave();
  // An access within the section. REQUIRES: is_running().
  void note(Address address, std::size_t size, bool writes);
  // REQUIRES: is_running(), OutsideProgram.
  void note(const Cells::Hit& hit, Address address, std::size_t size);
  // Something that cannot be part of one event: the task fails.
  [[noreturn]] void refuse(Address place);

  // New accesses count from now on.
  void commit();
  // By the place where they begin.
  [[nodiscard]] const std::map<Address, Section>& all() const { return sections_; }
  // An access of the section at this place that another process has seen.
  Section& add(Address place);

 private:
  Runtime& runtime_;
  std::map<Address, Section> sections_;
  Section* running_ = nullptr;
  std::uint32_t depth_ = 0;  // how many other sections have begun in the running one
};

}  // namespace mazurka::native
