// A run: an immutable file of sorted keys of traces.
//
// The file has a header and pages of 255 keys (key_page.h). In memory stay the first key of each
// page, half a bit for each key, and a filter (key_filter.h), so that a key that is not there costs
// no I/O as a rule, and one that is there costs one page.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/trace_key.h"
#include "explore/frontier/key_filter.h"
#include "explore/frontier/key_folder.h"
#include "explore/frontier/key_page.h"

namespace mazurka {

class KeyRun {
 public:
  // How a checkpoint refers to a run: the name of its file, and what the file must contain.
  struct Reference {
    std::uint64_t number = 0;  // KeyFile::number
    std::uint64_t count = 0;
    std::uint64_t contents = 0;  // KeyHeader::contents
    bool operator==(const Reference&) const = default;
  };

  // Opens the file of a run, and reads all of it: throws UserError with the name of the file if it
  // is not complete, sorted and undamaged, or not the one that `expected` tells of.
  [[nodiscard]] static KeyRun open(KeyFile file, const std::optional<Reference>& expected = {});

  [[nodiscard]] std::uint64_t size() const { return reference_.count; }
  [[nodiscard]] const Reference& reference() const { return reference_; }
  // Throws UserError if the file cannot be read.
  [[nodiscard]] bool contains(const TraceKey& key) const;
  // Returns how many bytes of memory it takes.
  [[nodiscard]] std::uint64_t memory() const;

 private:
  friend class KeyRunReader;
  friend class KeyRunWriter;
  explicit KeyRun(KeyFile file, std::uint64_t keys) : file_(std::move(file)), filter_(keys) {}

  void note(const KeyPage& page);

  KeyFile file_;
  Reference reference_;
  std::vector<TraceKey> first_of_page_;
  KeyFilter filter_;
};

// Reads the keys of a run in order.
class KeyRunReader {
 public:
  // REQUIRES: `run` outlives the reader.
  explicit KeyRunReader(const KeyRun& run) : run_(&run) {}

  // Returns the next key, or null after the last one; valid until the next call. Throws UserError
  // if the file cannot be read.
  [[nodiscard]] const TraceKey* next() {
    if (in_page_ == in_use_ && !fill()) return nullptr;
    return &page_->keys[in_page_++];
  }
  // A sum over the checksums of the pages read so far (KeyHeader::contents).
  [[nodiscard]] std::uint64_t contents() const { return contents_; }

 private:
  static constexpr std::size_t pages_at_once = 64;  // 256 KiB

  bool fill();

  const KeyRun* run_;
  std::vector<KeyPage> pages_;
  const KeyPage* page_ = nullptr;
  std::size_t in_page_ = 0;
  std::size_t in_use_ = 0;  // keys of page_
  std::uint64_t next_page_ = 0;
  std::uint64_t contents_ = 0;
};

// Writes a run.
class KeyRunWriter {
 public:
  // For this many keys. Throws UserError.
  KeyRunWriter(KeyFolder& folder, std::uint64_t keys);
  KeyRunWriter(const KeyRunWriter&) = delete;
  KeyRunWriter& operator=(const KeyRunWriter&) = delete;
  KeyRunWriter(KeyRunWriter&&) = delete;
  KeyRunWriter& operator=(KeyRunWriter&&) = delete;
  // Removes the file of a run that was not finished.
  ~KeyRunWriter();

  // REQUIRES: larger than all before. Throws UserError.
  void add(const TraceKey& key) {
    page_.keys[page_.count++] = key;
    if (page_.count == KeyPage::most_keys) end_page();
  }
  // Returns the run. A file with a name is on the disk then, whatever happens to the machine.
  // REQUIRES: as many keys were added as announced. Throws UserError.
  [[nodiscard]] KeyRun finish();

  // Returns how many bytes a run of so many keys takes on the disk.
  [[nodiscard]] static std::uint64_t bytes_for(std::uint64_t keys);

 private:
  static constexpr std::size_t pages_at_once = 256;  // 1 MiB

  void end_page();
  void write_pages();

  KeyFolder* folder_;
  KeyRun run_;
  std::uint64_t keys_;  // announced
  KeyPage page_;
  std::vector<KeyPage> pages_;  // to be written
  std::uint64_t written_ = 0;   // pages in the file, the header included
  bool is_finished_ = false;
};

}  // namespace mazurka
