// The folder where files of keys are stored.
//
// Without a checkpoint: files without a name in the folder for temporary files, gone with the
// process. With --checkpoint FILE: files "run-N.keys" in the folder FILE.keys, so that a checkpoint
// refers to them instead of repeating their keys.
//
// Invariant: a file that the checkpoint on the disk refers to is complete, is never changed and is
// not removed before another checkpoint has taken its place. Hence a process that dies at any time
// leaves a checkpoint that can be resumed, and perhaps files that nothing refers to. The next
// checkpoint in the same place removes these.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "explore/frontier/descriptor.h"

namespace mazurka {

struct KeyFile {
  Descriptor descriptor;
  std::string path;          // for error messages
  std::uint64_t number = 0;  // N of its name; 0: it has no name
};

class KeyFolder {
 public:
  // For temporary files.
  KeyFolder() = default;
  // For files in the folder `path`, which is made when it is needed. `resumed` is the folder of the
  // checkpoint that is resumed, which may be the same one, or empty.
  explicit KeyFolder(std::string path, std::string resumed = {})
      : path_(std::move(path)), resumed_(std::move(resumed)) {}
  KeyFolder(const KeyFolder&) = delete;
  KeyFolder& operator=(const KeyFolder&) = delete;
  KeyFolder(KeyFolder&&) = delete;
  KeyFolder& operator=(KeyFolder&&) = delete;
  // Removes the files of this process that no checkpoint refers to.
  ~KeyFolder();

  // Returns whether checkpoints can refer to its files.
  [[nodiscard]] bool has_names() const { return !path_.empty(); }

  // Returns a new, empty file. Throws UserError.
  [[nodiscard]] KeyFile create();
  // Opens a file of the checkpoint that is resumed. If it lies in another folder, it gets a second
  // name in this one. Throws UserError.
  [[nodiscard]] KeyFile open(std::uint64_t number);
  // Removes a file that is not needed any more: now, or after the next checkpoint if the one on the
  // disk refers to it.
  void release(std::uint64_t number);

  // Makes the names of all files last, and notes that the next checkpoint will refer to these files
  // and no others. Throws UserError.
  void prepare_checkpoint(const std::vector<std::uint64_t>& numbers);
  // Call when the checkpoint is on the disk: removes all files that it does not refer to.
  void checkpoint_in_place();

  [[nodiscard]] std::string path_of(std::uint64_t number) const;

 private:
  void prepare();
  [[nodiscard]] bool try_to_lock();
  [[nodiscard]] std::vector<std::uint64_t> numbers_in_folder() const;
  void remove(std::uint64_t number);
  [[nodiscard]] KeyFile second_name_for(const std::string& old);

  std::string path_;
  std::string resumed_;
  Descriptor lock_;
  std::uint64_t last_number_ = 0;
  std::set<std::uint64_t> created_;    // by this process
  std::set<std::uint64_t> prepared_;   // what the next checkpoint refers to
  std::set<std::uint64_t> protected_;  // what the checkpoint on the disk may refer to
};

}  // namespace mazurka
