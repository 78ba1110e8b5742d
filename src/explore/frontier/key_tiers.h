// A set of keys on the disk, as sorted runs in tiers.
//
// Each addition writes one run. As soon as four runs have about the same size, they are merged into
// one of the next tier. So each key is written once for each tier, and n additions make 1 + log4(n)
// tiers: the bytes written stay within a few times the size of the keys. This is a log-structured
// merge tree (O'Neil et al., 1996) without deletions. A question asks the filters of at most three
// runs in each tier.
//
// Invariant: no key is in two runs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/frontier/key_run.h"

namespace mazurka {

class KeyTiers {
 public:
  // `unit`: how many keys an addition has as a rule. REQUIRES: `folder` outlives this set.
  KeyTiers(KeyFolder& folder, std::uint64_t unit) : folder_(&folder), unit_(unit) {}

  // Adds keys that are sorted and not there yet. Throws UserError if they cannot be written; then
  // nothing has changed.
  void add(std::span<const TraceKey> keys);
  // Adds a run of a checkpoint that is resumed.
  void add(KeyRun run);
  [[nodiscard]] bool contains(const TraceKey& key) const;
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::span<const KeyRun> runs() const { return runs_; }
  template <class Visit>
  void for_each(Visit visit) const {
    for (const KeyRun& run : runs_) {
      KeyRunReader reader(run);
      while (const TraceKey* const key = reader.next()) visit(*key);
    }
  }

  // Return the bytes written to runs so far, and the memory that the runs take now.
  [[nodiscard]] std::uint64_t bytes_written() const { return bytes_written_; }
  [[nodiscard]] std::uint64_t memory() const;

 private:
  static constexpr std::size_t fan_out = 4;  // runs that are merged into one

  [[nodiscard]] unsigned tier_of(const KeyRun& run) const;
  void merge_full_tiers();
  [[nodiscard]] bool merge_tier(unsigned tier);
  [[nodiscard]] KeyRun merged(const std::vector<std::size_t>& inputs);

  KeyFolder* folder_;
  std::uint64_t unit_;
  std::vector<KeyRun> runs_;
  std::uint64_t size_ = 0;
  std::uint64_t bytes_written_ = 0;
};

}  // namespace mazurka
