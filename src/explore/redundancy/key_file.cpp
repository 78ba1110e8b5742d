#include "explore/redundancy/key_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>

#include "core/user_error.h"

namespace mazurka {
namespace {

constexpr std::size_t page_size = 4096;

// -1: there is no place for one.
int open_without_name() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (error) return -1;
  std::string name = (folder / "mazurka-XXXXXX").string();
  const int descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) return -1;
  unlink(name.c_str());
  // Out of the way of the program's own descriptors, which should not depend on ours.
  constexpr int above_those_of_programs = 100;
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, above_those_of_programs);
  if (moved < 0) return descriptor;
  close(descriptor);
  return moved;
}

// Writes keys page by page.
class PageWriter {
 public:
  PageWriter(int descriptor, std::size_t keys_per_page)
      : descriptor_(descriptor), keys_per_page_(keys_per_page) {}

  void add(const KeySet::Part& key) {
    if (in_page_ == keys_per_page_) end_page();
    if (in_page_ == 0) first_of_page.push_back(key);
    const auto* const bytes = reinterpret_cast<const char*>(&key);
    buffer_.append(bytes, sizeof key);
    ++in_page_;
  }
  // Returns whether all was written.
  [[nodiscard]] bool finish() {
    if (in_page_ > 0) end_page();
    write_buffer();
    return good_;
  }

  std::vector<KeySet::Part> first_of_page;

 private:
  static constexpr std::size_t enough = 256 * page_size;

  void end_page() {
    buffer_.resize((buffer_.size() + page_size - 1) / page_size * page_size);
    in_page_ = 0;
    if (buffer_.size() >= enough) write_buffer();
  }
  void write_buffer() {
    std::size_t done = 0;
    while (good_ && done < buffer_.size()) {
      const ssize_t now = write(descriptor_, buffer_.data() + done, buffer_.size() - done);
      if (now < 0 && errno == EINTR) continue;
      if (now <= 0)
        good_ = false;
      else
        done += static_cast<std::size_t>(now);
    }
    buffer_.clear();
  }

  int descriptor_;
  std::size_t keys_per_page_;
  std::string buffer_;
  std::size_t in_page_ = 0;
  bool good_ = true;
};

}  // namespace

KeyFile::~KeyFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool KeyFile::add(const std::vector<KeySet::Part>& keys) {
  const int merged = open_without_name();
  if (merged < 0) return false;
  PageWriter writer(merged, keys_per_page);
  auto next = keys.begin();
  for_each([&](const KeySet::Part& old) {
    for (; next != keys.end() && *next < old; ++next) writer.add(*next);
    writer.add(old);
  });
  for (; next != keys.end(); ++next) writer.add(*next);
  if (!writer.finish()) {
    close(merged);
    return false;
  }
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = merged;
  size_ += keys.size();
  first_of_page_ = std::move(writer.first_of_page);
  return true;
}

void KeyFile::read_page(std::size_t page) {
  const bool is_last = page + 1 == first_of_page_.size();
  page_.resize(is_last ? size_ - page * keys_per_page : keys_per_page);
  const std::size_t size = page_.size() * sizeof(KeySet::Part);
  ssize_t read = 0;
  do read = pread(descriptor_, page_.data(), size, static_cast<off_t>(page * page_size));
  while (read < 0 && errno == EINTR);
  if (read != static_cast<ssize_t>(size))
    throw UserError("", "the temporary file with the keys of known traces cannot be read",
                    "look at the disk of the folder for temporary files (TMPDIR)");
}

bool KeyFile::contains(const KeySet::Part& key) {
  const auto after = std::ranges::upper_bound(first_of_page_, key);
  if (after == first_of_page_.begin()) return false;
  read_page(static_cast<std::size_t>(after - first_of_page_.begin()) - 1);
  return std::ranges::binary_search(page_, key);
}

}  // namespace mazurka
