#include "explore/frontier/key_folder.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>

#include "core/user_error.h"

namespace mazurka {
namespace {

constexpr std::string_view name_begin = "run-";
constexpr std::string_view name_end = ".keys";

[[noreturn]] void fail_to_write(const std::string& path, int reason) {
  throw UserError(path,
                  std::string("cannot write the keys of known traces: ") + std::strerror(reason),
                  "look at the disk: is it full?");
}

[[noreturn]] void fail_to_open(const std::string& path, int reason) {
  throw UserError(path,
                  std::string("the checkpoint refers to this file, which cannot be opened: ") +
                      std::strerror(reason),
                  "put it back beside the checkpoint, or start without --resume");
}

// The N of "run-N.keys", or 0.
std::uint64_t number_in(std::string_view name) {
  if (!name.starts_with(name_begin) || !name.ends_with(name_end)) return 0;
  name.remove_prefix(name_begin.size());
  if (name.size() <= name_end.size()) return 0;
  name.remove_suffix(name_end.size());
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() && name[0] != '0' ? number : 0;
}

KeyFile create_without_name() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (error)
    throw UserError("", "there is no folder for temporary files: " + error.message(),
                    "the variable TMPDIR can name one");
  std::string name = (folder / "mazurka-XXXXXX").string();
  Descriptor descriptor(mkostemp(name.data(), O_CLOEXEC));
  if (!descriptor.is_open()) fail_to_write(name, errno);
  unlink(name.c_str());
  return {Descriptor::above_those_of_programs(std::move(descriptor)), name, 0};
}

void sync_folder(const std::string& path) {
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open() || fsync(folder.number()) != 0) fail_to_write(path, errno);
}

std::string parent_of(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

}  // namespace

std::string KeyFolder::path_of(std::uint64_t number) const {
  return path_ + "/" + std::string(name_begin) + std::to_string(number) + std::string(name_end);
}

KeyFolder::~KeyFolder() {
  if (!lock_.is_open()) return;
  for (const std::uint64_t number : created_)
    if (!protected_.contains(number)) unlink(path_of(number).c_str());
  // Succeeds if no file of keys is left.
  if (numbers_in_folder().empty()) {
    unlink((path_ + "/lock").c_str());
    rmdir(path_.c_str());
  }
}

bool KeyFolder::try_to_lock() {
  if (lock_.is_open()) return true;
  Descriptor lock(::open((path_ + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!lock.is_open() || flock(lock.number(), LOCK_EX | LOCK_NB) != 0) return false;
  lock_ = Descriptor::above_those_of_programs(std::move(lock));
  for (const std::uint64_t number : numbers_in_folder())
    last_number_ = std::max(last_number_, number);
  return true;
}

// Makes the folder and locks it, once: another process that wrote the same checkpoint would remove
// our files.
void KeyFolder::prepare() {
  if (lock_.is_open()) return;
  if (mkdir(path_.c_str(), 0777) == 0)
    sync_folder(parent_of(path_));
  else if (errno != EEXIST)
    fail_to_write(path_, errno);
  if (try_to_lock()) return;
  if (errno != EWOULDBLOCK) fail_to_write(path_, errno);
  throw UserError(path_, "another process writes its checkpoints here",
                  "give --checkpoint another file");
}

std::vector<std::uint64_t> KeyFolder::numbers_in_folder() const {
  std::vector<std::uint64_t> numbers;
  std::error_code error;
  for (std::filesystem::directory_iterator each(path_, error), end; !error && each != end;
       each.increment(error))
    if (const std::uint64_t number = number_in(each->path().filename().string()); number != 0)
      numbers.push_back(number);
  return numbers;
}

KeyFile KeyFolder::create() {
  if (!has_names()) return create_without_name();
  prepare();
  const std::uint64_t number = ++last_number_;
  std::string path = path_of(number);
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.is_open()) fail_to_write(path, errno);
  created_.insert(number);
  return {Descriptor::above_those_of_programs(std::move(file)), std::move(path), number};
}

KeyFile KeyFolder::second_name_for(const std::string& old) {
  const std::uint64_t number = last_number_ + 1;
  std::string path = path_of(number);
  if (link(old.c_str(), path.c_str()) != 0) {
    if (errno == ENOENT) fail_to_open(old, errno);
    std::error_code error;
    std::filesystem::copy_file(old, path, error);  // another disk, or one without links
    if (error) {
      unlink(path.c_str());
      fail_to_write(path, error.value());
    }
  }
  last_number_ = number;
  created_.insert(number);
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) fail_to_open(path, errno);
  if (fsync(file.number()) != 0) fail_to_write(path, errno);
  return {Descriptor::above_those_of_programs(std::move(file)), old, number};
}

KeyFile KeyFolder::open(std::uint64_t number) {
  if (!has_names())
    throw UserError("", "the checkpoint refers to files of keys, and no folder is known for them",
                    "start without --resume");
  const std::string folder = resumed_.empty() ? path_ : resumed_;
  const std::string old = folder + path_of(number).substr(path_.size());
  Descriptor file(::open(old.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) fail_to_open(old, errno);
  prepare();
  std::error_code ignored;
  if (!std::filesystem::equivalent(folder, path_, ignored)) return second_name_for(old);
  protected_.insert(number);
  return {Descriptor::above_those_of_programs(std::move(file)), old, number};
}

void KeyFolder::remove(std::uint64_t number) {
  unlink(path_of(number).c_str());
  created_.erase(number);
}

void KeyFolder::release(std::uint64_t number) {
  if (created_.contains(number) && !protected_.contains(number)) remove(number);
}

void KeyFolder::prepare_checkpoint(const std::vector<std::uint64_t>& numbers) {
  prepared_ = {numbers.begin(), numbers.end()};
  // Whether the checkpoint comes into its place or an old one stays: what either refers to is kept.
  protected_.insert(numbers.begin(), numbers.end());
  if (!numbers.empty()) sync_folder(path_);
}

void KeyFolder::checkpoint_in_place() {
  protected_ = prepared_;
  std::error_code ignored;
  if (!std::filesystem::is_directory(path_, ignored) || !try_to_lock()) return;
  for (const std::uint64_t number : numbers_in_folder())
    if (!protected_.contains(number)) remove(number);
}

}  // namespace mazurka
