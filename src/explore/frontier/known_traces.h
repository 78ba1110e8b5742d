// The keys of all traces that are known: the last million or two in memory, older ones in sorted
// files (key_tiers.h). So memory grows by little more than a byte for each trace, and hardly at all
// beyond 50 million (key_filter.h).
//
// A checkpoint refers to the files. Keys that are in memory only are written to small files when a
// checkpoint is made; these are merged like the numbers of a binary counter, so that checkpoints
// every minute do not write the whole memory each time. Such a file is never searched, since memory
// knows its keys, and it is superfluous as soon as these go to a file of the tiers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/key_set.h"
#include "explore/frontier/key_folder.h"
#include "explore/frontier/key_tiers.h"

namespace mazurka {

class CheckpointReader;
class CheckpointWriter;

class KnownTraces {
 public:
  // So many are kept in memory: 32 MiB.
  static constexpr std::size_t usual_limit = (std::size_t{1} << 21) / 8 * 7;

  // `folder` is where files go; null: to temporary files, which end with the process.
  explicit KnownTraces(std::size_t limit = usual_limit, std::shared_ptr<KeyFolder> folder = nullptr)
      : limit_(limit),
        folder_(folder != nullptr ? std::move(folder) : std::make_shared<KeyFolder>()),
        old_(*folder_, limit) {}

  // Returns whether it is new.
  bool insert(const TraceKey& key) {
    if (old_.size() > 0 && !recent_.contains(key) && old_.contains(KeySet::kept_of(key)))
      return false;
    if (!recent_.insert(key)) return false;
    if (folder_->has_names()) unsaved_.push_back(KeySet::kept_of(key));
    if (recent_.size() >= limit_) move_to_files();
    return true;
  }
  [[nodiscard]] bool contains(const TraceKey& key) {
    return recent_.contains(key) || (old_.size() > 0 && old_.contains(KeySet::kept_of(key)));
  }
  [[nodiscard]] std::size_t size() const { return recent_.size() + old_.size(); }
  [[nodiscard]] std::size_t in_file() const { return old_.size(); }
  // Calls `visit` with each key; inserting these keys gives the same set.
  template <class Visit>
  void for_each(Visit visit) const {
    old_.for_each(visit);
    recent_.for_each(visit);
  }

  // Returns why keys stay in memory that should be in files; empty if none do.
  [[nodiscard]] const std::string& problem() const { return problem_; }

  // Writes the set, or the names of files with its keys, which are on the disk then. Throws
  // UserError if a file cannot be written; the set has not changed then.
  void save(CheckpointWriter& to) const;
  // Reads what save() wrote. REQUIRES: the set is empty. Throws UserError if a file is missing or
  // damaged.
  void load(CheckpointReader& from);

  // Bytes written to files so far, and memory taken for them now.
  [[nodiscard]] std::uint64_t bytes_written() const { return bytes_saved_ + old_.bytes_written(); }
  [[nodiscard]] std::uint64_t memory_for_files() const { return old_.memory(); }

 private:
  // A checkpoint holds the keys itself if there are no more than these and no files yet.
  static constexpr std::size_t most_in_checkpoint = 4096;

  void move_to_files();
  void save_unsaved() const;

  std::size_t limit_;
  std::shared_ptr<KeyFolder> folder_;
  KeySet recent_;
  KeyTiers old_;
  std::string problem_;

  // How much of `recent_` is on the disk for checkpoints: not part of what the set contains.
  mutable std::vector<KeyRun> saved_;      // their keys are in `recent_`; the oldest run first
  mutable std::vector<TraceKey> unsaved_;  // those of `recent_` that are in none of these runs
  mutable std::uint64_t bytes_saved_ = 0;
};

}  // namespace mazurka
