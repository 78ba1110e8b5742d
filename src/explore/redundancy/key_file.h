// Keys of traces in a temporary file: sorted, so that one page has to be read to look for one.
//
// The file has no name and is gone when the process ends. Of each page the first key stays in
// memory: a third of a bit for each key.
#pragma once

#include <cstdint>
#include <vector>

#include "core/key_set.h"

namespace mazurka {

class KeyFile {
 public:
  KeyFile() = default;
  KeyFile(const KeyFile&) = delete;
  KeyFile& operator=(const KeyFile&) = delete;
  KeyFile(KeyFile&&) = delete;
  KeyFile& operator=(KeyFile&&) = delete;
  ~KeyFile();

  // Adds keys that are not there yet, sorted. False if there is no place for such a file: then
  // nothing has changed.
  [[nodiscard]] bool add(const std::vector<KeySet::Part>& keys);
  [[nodiscard]] bool contains(const KeySet::Part& key);
  [[nodiscard]] std::size_t size() const { return size_; }
  // Calls `visit` with each, in order.
  template <class Visit>
  void for_each(Visit visit) {
    for (std::size_t page = 0; page < first_of_page_.size(); ++page) {
      read_page(page);
      for (const KeySet::Part& key : page_) visit(key);
    }
  }

 private:
  static constexpr std::size_t keys_per_page = 4096 / sizeof(KeySet::Part);

  void read_page(std::size_t page);

  int descriptor_ = -1;
  std::size_t size_ = 0;
  std::vector<KeySet::Part> first_of_page_;
  std::vector<KeySet::Part> page_;  // the one that was read last
};

}  // namespace mazurka
