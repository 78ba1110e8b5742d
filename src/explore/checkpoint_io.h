// Writes and reads the state of an algorithm as a list of numbers, for checkpoints.
//
// A file can be damaged, so the reader checks everything: ids must be known to the registry, and
// lists cannot be longer than the rest of the file.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/registry.h"
#include "core/step.h"
#include "core/trace_key.h"

namespace mazurka {

class CheckpointWriter {
 public:
  explicit CheckpointWriter(const Registry& registry) : registry_(registry) {}

  void number(std::uint64_t value) { words_.push_back(value); }
  void choice(Choice choice);
  void step(const Step& step);
  void key(const TraceKey& key);
  template <class List, class Write>
  void list(const List& items, Write write) {
    number(items.size());
    for (const auto& item : items) write(item);
  }
  [[nodiscard]] std::vector<std::uint64_t> take() { return std::move(words_); }

 private:
  const Registry& registry_;
  std::vector<std::uint64_t> words_;
};

// All functions throw UserError if the next numbers are not what the function is to read.
class CheckpointReader {
 public:
  CheckpointReader(Registry& registry, std::span<const std::uint64_t> words)
      : registry_(registry), words_(words) {}

  [[nodiscard]] std::uint64_t number();
  [[nodiscard]] std::uint32_t number_below(std::uint64_t limit);
  [[nodiscard]] bool flag() { return number_below(2) != 0; }
  [[nodiscard]] TaskId task();
  [[nodiscard]] Choice choice();
  [[nodiscard]] Step step();
  [[nodiscard]] TraceKey key();
  template <class Read>
  void list(Read read) {
    const std::uint64_t count = number();
    if (count > words_.size()) fail();
    for (std::uint64_t i = 0; i < count; ++i) read();
  }
  void require_end() const {
    if (!words_.empty()) fail();
  }
  [[noreturn]] static void fail();

 private:
  Registry& registry_;
  std::span<const std::uint64_t> words_;
};

}  // namespace mazurka
