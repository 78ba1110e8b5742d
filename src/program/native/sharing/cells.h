// Which memory the tasks share (docs/decisions/0002-private-cells.md).
//
// A cell is a piece of memory that is accessed as a whole: a variable, an element, a field. Where
// cells begin is learned from the accesses. A cell is private as long as only one task has touched
// it or no task has written it. Accesses that main makes before it creates its first task do not
// count, because they happen before all others. Accesses to private cells are not events and cost
// next to nothing. When a cell turns out to be shared, it becomes visible: accesses to it are
// events from the next exploration on.
//
// What is learned takes effect only with commit(), at the start of a new exploration: within one
// exploration, the same schedule must give the same events.
//
// Invariant: the cells of a word are consecutive in cells_, do not overlap, and cover the word.
// Invariant: a visible cell is never divided within an exploration. An access whose bounds differ
// from those of cells counts as an access to every cell that it overlaps.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/registry.h"
#include "program/native/platform/layout.h"
#include "program/native/sharing/fact_log.h"
#include "program/native/sharing/memory_names.h"
#include "program/native/sharing/sharing.h"

namespace mazurka::native {

struct Cell : Sharing {
  Address address = 0;
  std::uint32_t size = 0;
};

class Cells {
 public:
  // The visible cells that an access overlaps.
  struct Hit {
    bool visible = false;  // there is at least one
    ObjectId object;       // the object of the first one
    AccessListId accesses;
  };

  // REQUIRES: `running` is null (process/running.h), because the constructor may allocate.
  Cells(Registry& registry, MemoryNames& names) : registry_(registry), names_(names) {}

  // Returns the cell that has exactly the bounds of this access. Returns null if there is none; the
  // caller must then call touch(). REQUIRES: the access lies within one word of 8 bytes.
  [[nodiscard, gnu::always_inline]] Cell* find(Address address, std::size_t size) {
    const Page* const page = page_of(address);
    if (page == nullptr) return nullptr;
    const Word& word = page->words[address % page_size / 8];
    const unsigned begin = address % 8;
    const unsigned inside = (0xffu >> (8 - size)) << begin;  // the bytes of the access
    const unsigned wanted = 1u << begin | 1u << (begin + size);
    if ((word.starts & (inside | wanted) & 0x1ffu) != (wanted & 0x1ffu)) return nullptr;
    return &cells_[word.first + index_of(word, begin)];
  }

  // Returns whether there is memory at this address.
  [[nodiscard]] static bool is_mapped(Address address);
  // Returns whether an access may be recorded. It must not be if the memory is not there, because
  // the checker reads the values of cells: the access itself will fault.
  [[nodiscard]] bool can_touch(Address address, std::size_t size) {
    return (page_of(address) != nullptr || is_mapped(address)) &&
           (page_of(address + size - 1) != nullptr || is_mapped(address + size - 1));
  }
  // Records an access of any size and alignment, and returns the visible cells that it overlaps.
  [[nodiscard]] Hit touch(Address address, std::size_t size, TaskId task, bool writes);

  // Records a write of those cells in the range that have been accessed before.
  [[nodiscard]] Hit touch_known(Address address, std::size_t size, TaskId task);
  [[nodiscard]] bool is_private(Address address, std::size_t size) const;

  [[nodiscard]] bool has_news() const { return has_news_; }
  void set_news(const Cell& cell) {
    has_news_ = true;
    note_shared(cell.address);
    record_cell(cell.address, cell.size);
  }
  // Records that memory at this address, which need not be a cell, is shared. If it is a local
  // variable, it will be among take_new_locals(), so that its stack frame can be determined.
  void note_shared(Address address) {
    if (address - slots_begin < slots_end - slots_begin && new_local_count_ < most_new_locals)
      new_locals_[new_local_count_++] = address;
  }
  // Returns whether local variables turned out to be shared since the last take_new_locals().
  [[nodiscard]] bool has_new_locals() const { return new_local_count_ != 0; }
  [[nodiscard]] std::span<const Address> take_new_locals() {
    return {new_locals_, std::exchange(new_local_count_, 0)};
  }
  void commit();
  // From now on, written memory that outlives the tasks becomes visible even if only one task
  // touches it.
  void show_all() { shows_all_ = true; }
  // Returns whether the object is a local variable of a task other than main.
  [[nodiscard]] bool is_local(ObjectId object) const { return locals_.contains(object); }
  // Returns the indices of visible cells, for names and fingerprints.
  [[nodiscard]] const std::vector<std::uint32_t>& visible() const { return visible_; }
  [[nodiscard]] const Cell& cell(std::uint32_t index) const { return cells_[index]; }
  // The place of a visible cell.
  struct Bounds {
    Address address = 0;  // 0: the object is not a cell
    std::uint32_t size = 0;
  };
  [[nodiscard]] Bounds bounds_of(ObjectId object) const {
    return object.value < bounds_.size() ? bounds_[object.value] : Bounds{};
  }
  // Returns the part of a value of at most 8 bytes that lies in the cell `part`. The value is that
  // of an access which begins with the cell `first`. Returns the value itself if these are not
  // cells, and none if it does not contain the part.
  [[nodiscard]] std::optional<std::int64_t> part_of(std::int64_t value, ObjectId first,
                                                    ObjectId part) const;
  // Makes these cells (addresses and sizes) visible at once. REQUIRES: no task has accessed this
  // memory so far, in any execution.
  void show_shared(std::span<const std::pair<Address, std::size_t>> cells);
  // Records that this memory is shared, on the word of the caller instead of observed accesses.
  void learn_shared(Address address, std::size_t size);

 private:
  // Eight bytes of memory. Bit i of `starts` says that a cell begins at byte i; bit 8 equals bit 0,
  // so that every cell is followed by a set bit. `first` is the index of the first cell in cells_.
  struct Word {
    std::uint16_t starts = 0;
    std::uint32_t first = 0;
  };
  struct Page {
    Word words[page_size / 8];
  };

  // Returns the number of bits set in a byte. std::popcount would compile to a function call,
  // because not every x86-64 processor has the instruction.
  [[nodiscard]] static constexpr unsigned count_bits(unsigned byte) {
    byte -= (byte >> 1) & 0x55u;
    byte = (byte & 0x33u) + ((byte >> 2) & 0x33u);
    return (byte + (byte >> 4)) & 0xfu;
  }
  [[nodiscard]] static unsigned index_of(const Word& word, unsigned byte) {
    return count_bits(word.starts & ((2u << byte) - 1) & 0xffu) - 1;
  }
  [[nodiscard]] static unsigned count_of(const Word& word) {
    return count_bits(word.starts & 0xffu);
  }
  [[nodiscard]] const Page* page_of(Address address) {
    const Address number = address / page_size;
    Recent& recent = recent_[number % recent_count];
    if (recent.number == number) return recent.page;
    const auto found = pages_.find(number);
    if (found == pages_.end()) return nullptr;
    recent = {number, found->second.get()};
    return recent.page;
  }
  void show(Cell& cell);
  [[nodiscard]] Word& word_at(Address address);
  void begin_cells(Address word_address, Word& word, unsigned starts);
  void touch_word(Address address, unsigned size, TaskId task, bool writes);
  [[nodiscard]] bool has_visible(const Word& word) const;
  [[nodiscard]] bool cuts_visible_cell(const Word& word, unsigned cuts) const;
  [[nodiscard]] Cell& cell_at(Address address, unsigned size);

  Registry& registry_;
  MemoryNames& names_;
  static constexpr std::size_t most_new_locals = 256;
  std::size_t new_local_count_ = 0;
  Address new_locals_[most_new_locals];
  std::unordered_map<Address, std::unique_ptr<Page>> pages_;
  struct Recent {
    Address number = 0;
    const Page* page = nullptr;
  };
  static constexpr std::size_t recent_count = 64;
  Recent recent_[recent_count];  // recently looked up pages
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> visible_;
  // Divisions of words with visible cells, which commit() will make; by the address of the word.
  std::unordered_map<Address, unsigned> splits_;
  std::unordered_set<ObjectId> locals_;
  std::vector<Bounds> bounds_;  // by object
  bool shows_all_ = false;
  bool has_news_ = false;
  std::vector<Access> accesses_;  // scratch
  ObjectId first_object_;
};

}  // namespace mazurka::native
