// Synchronisation objects, which tasks use only by calls that the runtime implements: locks,
// condition variables, and numbers (semaphores, barriers, read-write locks, …).
//
// They are identified by their address, for the whole exploration. Like cells of memory (cells.h)
// they are invisible until two tasks have used them, and what is learned about them takes effect
// with commit().
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/registry.h"
#include "program/native/sharing/cells.h"
#include "program/native/sharing/fact_log.h"
#include "program/native/sharing/memory_names.h"
#include "program/native/sharing/sharing.h"

namespace mazurka::native {

struct Synchroniser : Sharing {
  enum class Kind : std::uint8_t { lock, condition_variable, number };
  static constexpr std::size_t kind_count = 3;
  Kind kind = Kind::lock;
  Address address = 0;
  std::int64_t value = 0;       // the value of a number in the execution `execution`
  std::int64_t initial = 0;     // the value before the first event of that execution
  std::uint64_t execution = 0;  // the execution in which `value` was last set
  // The parts of a read-write lock. Each counts the readers among some of the tasks, so that
  // readers of different parts do not conflict (sync/read_write_lock.h).
  std::vector<Synchroniser*> parts;
};

class Synchronisers {
 public:
  Synchronisers(Registry& registry, MemoryNames& names, Cells& cells)
      : registry_(registry), names_(names), cells_(cells) {}
  Synchronisers(const Synchronisers&) = delete;
  Synchronisers& operator=(const Synchronisers&) = delete;

  // Starts a new execution, in which all numbers have their initial values again.
  void begin_execution() { ++execution_; }

  // Returns the object at this address, which is created at its first use. The reference stays
  // valid for the whole exploration.
  [[nodiscard]] Synchroniser& at(Address address, Synchroniser::Kind kind);
  // Returns the number with this id; null if the object is not a number.
  [[nodiscard]] const Synchroniser* number(ObjectId object) const;
  // Returns the value of a number in this execution. Its initial value is `at_first`.
  std::int64_t& value_of(Synchroniser& number, std::int64_t at_first = 0) const {
    if (number.execution != execution_) {
      number.execution = execution_;
      number.value = number.initial = at_first;
    }
    return number.value;
  }
  // Returns whether value_of() was called for this number in this execution.
  [[nodiscard]] bool is_in_use(const Synchroniser& number) const {
    return number.execution == execution_;
  }

  // Returns -1 if a writer holds the read-write lock, otherwise how many readers hold it.
  [[nodiscard]] std::int64_t holders_of(const Synchroniser& lock) const;

  // Records that a task waits for this object, which only one task may have used so far. Uses by
  // one task are not events, but explorers need them as events to see which task can end the wait.
  // So they are events from the next exploration on.
  void learn_awaited(Synchroniser& synchroniser) {
    if (synchroniser.visible || synchroniser.is_news) return;
    synchroniser.is_news = true;
    set_news(synchroniser);
  }

  // Returns whether commit() will make further objects visible.
  [[nodiscard]] bool has_news() const { return has_news_; }
  void set_news() { has_news_ = true; }
  void set_news(const Synchroniser& synchroniser) {
    has_news_ = true;
    record_synchroniser(static_cast<std::size_t>(synchroniser.kind), synchroniser.address);
  }
  void commit();

  // Calls visit(kind, address, synchroniser) for each object, in unspecified order.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t kind = 0; kind < Synchroniser::kind_count; ++kind)
      for (const auto& [address, synchroniser] : known_[kind]) visit(kind, address, *synchroniser);
  }

 private:
  void add_part(Synchroniser& part);

  Registry& registry_;
  MemoryNames& names_;
  Cells& cells_;
  std::unordered_map<Address, std::unique_ptr<Synchroniser>> known_[Synchroniser::kind_count];
  std::unordered_map<ObjectId, Synchroniser*> numbers_;
  std::uint64_t execution_ = 0;
  bool has_news_ = false;
};

}  // namespace mazurka::native
