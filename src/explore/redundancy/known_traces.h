// The keys of all traces that are known: the last million or two in memory, older ones in a
// temporary file (key_file.h). So memory does not grow with the number of executions.
#pragma once

#include <cstdint>

#include "core/key_set.h"
#include "explore/redundancy/key_file.h"

namespace mazurka {

class KnownTraces {
 public:
  // So many are kept in memory: 24 MiB.
  static constexpr std::size_t usual_limit = (std::size_t{1} << 21) / 8 * 7;

  explicit KnownTraces(std::size_t limit = usual_limit) : limit_(limit) {}

  // Returns whether it is new.
  bool insert(const TraceKey& key) {
    if (old_.size() > 0 && !recent_.contains(key) && old_.contains(KeySet::part_of(key)))
      return false;
    const bool is_new = recent_.insert(key);
    if (recent_.size() >= limit_) move_to_file();
    return is_new;
  }
  [[nodiscard]] bool contains(const TraceKey& key) {
    return recent_.contains(key) || (old_.size() > 0 && old_.contains(KeySet::part_of(key)));
  }
  [[nodiscard]] std::size_t size() const { return recent_.size() + old_.size(); }
  [[nodiscard]] std::size_t in_file() const { return old_.size(); }
  // As far as they are known; inserting that gives the same set.
  template <class Visit>
  void for_each(Visit visit) const {
    old_.for_each([&](const KeySet::Part& part) { visit(KeySet::key_of(part)); });
    recent_.for_each(visit);
  }

 private:
  void move_to_file() {
    const std::vector<KeySet::Part> parts = recent_.take();
    if (old_.add(parts)) return;
    // No room on the disk: then they stay, and take more and more memory.
    for (const KeySet::Part& part : parts) (void)recent_.insert(KeySet::key_of(part));
    limit_ *= 2;
  }

  std::size_t limit_;
  KeySet recent_;
  mutable KeyFile old_;  // reads into its own page
};

}  // namespace mazurka
