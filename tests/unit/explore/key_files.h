// Keys and files of keys for unit tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/hash.h"
#include "explore/frontier/key_run.h"

namespace mazurka {

// A folder with a unique name that does not exist yet and is removed in the destructor.
class TestFolder {
 public:
  TestFolder() {
    parent_ = (std::filesystem::temp_directory_path() / "mazurka-test-XXXXXX").string();
    if (mkdtemp(parent_.data()) == nullptr) std::abort();
  }
  ~TestFolder() { std::filesystem::remove_all(parent_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  [[nodiscard]] std::string path() const { return parent_ + "/saved.keys"; }
  // Returns the names of the runs in the folder, sorted.
  [[nodiscard]] std::vector<std::string> runs() const {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& each : std::filesystem::directory_iterator(path(), error))
      if (each.path().extension() == ".keys") names.push_back(each.path().filename().string());
    std::ranges::sort(names);
    return names;
  }

 private:
  std::string parent_;
};

// Returns a random-looking key; different numbers yield different keys.
inline TraceKey test_key(std::uint64_t number) { return {mix(1, number), mix(2, number)}; }

// Returns the keys with the numbers from first + 1 to first + count, sorted.
inline std::vector<TraceKey> sorted_keys(std::uint64_t count, std::uint64_t first = 0) {
  std::vector<TraceKey> keys;
  for (std::uint64_t i = 1; i <= count; ++i) keys.push_back(test_key(first + i));
  std::ranges::sort(keys);
  return keys;
}

inline KeyRun written(KeyFolder& folder, const std::vector<TraceKey>& keys) {
  KeyRunWriter writer(folder, keys.size());
  for (const TraceKey& key : keys) writer.add(key);
  return writer.finish();
}

inline std::vector<TraceKey> keys_in(const KeyRun& run) {
  std::vector<TraceKey> keys;
  KeyRunReader reader(run);
  while (const TraceKey* const key = reader.next()) keys.push_back(*key);
  return keys;
}

inline std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator("/proc/self/fd"))
    ++count;
  return count;
}

inline std::string read_whole(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_whole(const std::string& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

// Changes one byte of the file; a second call restores it.
inline void change_byte(const std::string& file, std::uint64_t at) {
  std::string bytes = read_whole(file);
  bytes.at(at) = static_cast<char>(bytes.at(at) ^ 0x10);
  write_whole(file, bytes);
}

}  // namespace mazurka
