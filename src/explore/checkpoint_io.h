// Writes and reads the state of an algorithm as a list of numbers, for checkpoints.
//
// Ids are written as numbers that the tables of the checkpoint explain (checkpoint_names.h). A file
// can be damaged, so the reader checks everything: numbers must be in the tables, and lists cannot
// be longer than the rest of the file.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/registry.h"
#include "core/step.h"
#include "core/trace_key.h"
#include "explore/checkpoint_names.h"

namespace mazurka {

class CheckpointWriter {
 public:
  explicit CheckpointWriter(const Registry& registry) : registry_(registry), objects_(registry) {}

  void number(std::uint64_t value) { words_.push_back(value); }
  // Tasks keep their ids as numbers: all of them are in a table.
  void task(TaskId task) { number(task.value); }
  void value(std::uint32_t of_choice) { number(of_choice); }
  void choice(Choice choice);
  void step(const Step& step);
  void key(const TraceKey& key);
  template <class List, class Write>
  void list(const List& items, Write write) {
    number(items.size());
    for (const auto& item : items) write(item);
  }
  [[nodiscard]] std::vector<std::uint64_t> take() { return std::move(words_); }
  // Returns the names of the objects that were mentioned.
  [[nodiscard]] std::vector<StableName> take_objects() { return objects_.take_names(); }

 private:
  const Registry& registry_;
  MentionedObjects objects_;
  std::vector<std::uint64_t> words_;
};

// All functions throw UserError if the next numbers are not what the function is to read.
class CheckpointReader {
 public:
  // REQUIRES: all outlive this object.
  CheckpointReader(Registry& registry, const RestoredNames& names,
                   std::span<const std::uint64_t> words)
      : registry_(registry), names_(names), words_(words) {}

  [[nodiscard]] std::uint64_t number();
  [[nodiscard]] std::uint32_t number_below(std::uint64_t limit);
  [[nodiscard]] bool flag() { return number_below(2) != 0; }
  [[nodiscard]] TaskId task() { return names_.task(number()); }
  [[nodiscard]] std::uint32_t value() { return names_.value(small_number()); }
  [[nodiscard]] Choice choice();
  [[nodiscard]] Step step();
  [[nodiscard]] TraceKey key();
  template <class Read>
  void list(Read read) {
    const std::uint64_t count = number();
    if (count > words_.size()) fail();
    for (std::uint64_t i = 0; i < count; ++i) read();
  }
  [[nodiscard]] std::size_t left() const { return words_.size(); }
  void require_end() const {
    if (!words_.empty()) fail();
  }
  [[noreturn]] static void fail();

 private:
  [[nodiscard]] std::uint32_t small_number() { return number_below(std::uint64_t{1} << 32); }

  Registry& registry_;
  const RestoredNames& names_;
  std::span<const std::uint64_t> words_;
};

}  // namespace mazurka
