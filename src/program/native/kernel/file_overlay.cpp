#include "program/native/kernel/file_overlay.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "program/native/kernel/descriptors.h"
#include "program/native/platform/raw_system_call.h"

namespace mazurka::native {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20;  // that are copied
constexpr std::size_t most_files = 256;

enum class State : std::uint8_t { file, folder, gone };
struct Entry {
  State state = State::gone;
  int copy = -1;  // of a file
};
using Entries = std::map<std::string, Entry, std::less<>>;

Entries& overlay_entries() {
  static Entries result;
  return result;
}
constinit std::uint64_t copied_bytes = 0;

struct FileReader {
  int descriptor;
  std::string file;
};
std::vector<FileReader>& readers() {
  static std::vector<FileReader> result;
  return result;
}

std::string path_of(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

std::string parent_of(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  return slash == 0 ? "/" : file.substr(0, slash);
}

bool is_reachable(std::string_view file) {
  return !file.starts_with("/proc/") && !file.starts_with("/sys/") && !file.starts_with("/dev/");
}

// --- What is on disk -----------------------------------------------------------------------------

bool look_at_disk(const std::string& file, struct stat& status) {
  return raw_system_call(SYS_stat, as_long(file.c_str()), as_long(&status)) == 0;
}
bool allows(const std::string& file, int access) {
  return raw_system_call(SYS_faccessat, AT_FDCWD, as_long(file.c_str()), access) == 0;
}

// --- The overlay on top of it --------------------------------------------------------------------

State state_of(const std::string& file) {
  const auto found = overlay_entries().find(file);
  if (found != overlay_entries().end()) return found->second.state;
  struct stat status {};
  if (!look_at_disk(file, status)) return State::gone;
  return S_ISDIR(status.st_mode) ? State::folder : State::file;
}

void set(const std::string& file, Entry entry) {
  Entry& place = overlay_entries()[file];
  if (place.copy >= 0) raw_system_call(SYS_close, place.copy);
  place = entry;
}

// Returns a descriptor of an empty file in memory, above those of the program.
int empty_copy(mode_t mode) {
  const long low = raw_system_call(SYS_memfd_create, as_long("file of the program"), 1);
  if (low < 0) return -1;
  const long high = raw_system_call(SYS_fcntl, low, F_DUPFD_CLOEXEC, most_descriptors);
  raw_system_call(SYS_close, low);
  if (high >= 0) raw_system_call(SYS_fchmod, high, mode);
  return static_cast<int>(high);
}

bool copy_contents(const std::string& file, int to) {
  static char part[std::size_t{64} << 10];
  const long from =
      raw_system_call(SYS_openat, AT_FDCWD, as_long(file.c_str()), O_RDONLY | O_CLOEXEC);
  if (from < 0) return false;
  bool is_whole = false;
  while (true) {
    const long count = raw_system_call(SYS_read, from, as_long(part), sizeof part);
    if (count <= 0) {
      is_whole = count == 0;
      break;
    }
    if (raw_system_call(SYS_write, to, as_long(part), count) != count) break;
  }
  raw_system_call(SYS_close, from);
  return is_whole;
}

// Lets descriptors that read the file on disk read the copy, at the same position.
void redirect_readers(const std::string& file, const struct stat& on_disk, int copy) {
  for (const FileReader& reader : readers()) {
    struct stat status {};
    const bool is_open = reader.file == file &&
                         raw_system_call(SYS_fstat, reader.descriptor, as_long(&status)) == 0 &&
                         status.st_dev == on_disk.st_dev && status.st_ino == on_disk.st_ino;
    if (!is_open) continue;
    const long now =
        raw_system_call(SYS_openat, AT_FDCWD, as_long(path_of(copy).c_str()), O_RDONLY);
    if (now < 0) continue;
    const long position = raw_system_call(SYS_lseek, reader.descriptor, 0, SEEK_CUR);
    raw_system_call(SYS_lseek, now, position, SEEK_SET);
    raw_system_call(SYS_dup2, now, reader.descriptor);
    raw_system_call(SYS_close, now);
  }
}

// Copies a file from disk. Returns false if it is too large, or cannot be read.
bool import_file(const std::string& file, const struct stat& on_disk) {
  const auto size = static_cast<std::uint64_t>(on_disk.st_size);
  if (copied_bytes + size > most_bytes || overlay_entries().size() >= most_files) return false;
  const int copy = empty_copy(on_disk.st_mode & 07777);
  if (copy < 0) return false;
  if (!copy_contents(file, copy)) {
    raw_system_call(SYS_close, copy);
    return false;
  }
  copied_bytes += size;
  set(file, {State::file, copy});
  redirect_readers(file, on_disk, copy);
  return true;
}

mode_t without_mask(mode_t mode) {
  const auto mask = static_cast<mode_t>(raw_system_call(SYS_umask, 0));
  raw_system_call(SYS_umask, mask);
  return mode & ~mask & 07777;
}

// Returns whether files can be created there, or why not.
int error_of_folder(const std::string& folder) {
  const auto found = overlay_entries().find(folder);
  if (found != overlay_entries().end()) return found->second.state == State::folder ? 0 : ENOENT;
  struct stat status {};
  if (!look_at_disk(folder, status)) return ENOENT;
  if (!S_ISDIR(status.st_mode)) return ENOTDIR;
  return allows(folder, W_OK) ? 0 : EACCES;
}

PathInstead create(const std::string& file, mode_t mode) {
  if (const int error = error_of_folder(parent_of(file)); error != 0) return {.error = error};
  if (overlay_entries().size() >= most_files) return {.path = file, .is_outside = true};
  const int copy = empty_copy(without_mask(mode));
  if (copy < 0) return {.error = ENFILE};
  set(file, {State::file, copy});
  return {.path = path_of(copy)};
}

bool opens_for_writing(int flags) {
  return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

}  // namespace

std::string canonical_path(int folder, const char* path) {
  std::string whole = path;
  if (!whole.starts_with('/')) {
    static char base[PATH_MAX];
    long length = -1;
    if (folder == AT_FDCWD) {
      length = raw_system_call(SYS_getcwd, as_long(base), sizeof base) - 1;
    } else {
      length = raw_system_call(SYS_readlink, as_long(path_of(folder).c_str()), as_long(base),
                               sizeof base);
    }
    if (length > 0) whole = std::string(base, static_cast<std::size_t>(length)) + "/" + whole;
  }
  static char resolved[PATH_MAX];
  if (realpath(whole.c_str(), resolved) != nullptr) return resolved;
  const std::filesystem::path normal = std::filesystem::path(whole).lexically_normal();
  if (realpath(normal.parent_path().c_str(), resolved) == nullptr) return normal;
  return std::filesystem::path(resolved) / normal.filename();
}

PathInstead path_to_open(const std::string& file, int flags, mode_t mode) {
  if (!is_reachable(file) || (flags & O_TMPFILE) == O_TMPFILE) return {.path = file};
  const bool must_be_new = (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL);
  if (const auto found = overlay_entries().find(file); found != overlay_entries().end()) {
    switch (found->second.state) {
      case State::file:
        if (must_be_new) return {.error = EEXIST};
        if ((flags & O_DIRECTORY) != 0) return {.error = ENOTDIR};
        return {.path = path_of(found->second.copy)};
      case State::folder:
        return {.error = opens_for_writing(flags) ? EISDIR : ENOENT};
      case State::gone:
        if ((flags & O_CREAT) == 0) return {.error = ENOENT};
        return create(file, mode);
    }
  }
  if (!opens_for_writing(flags)) {
    // A folder that exists in the overlay only has no files on disk.
    return {.path = file};
  }
  struct stat status {};
  if (!look_at_disk(file, status))
    return (flags & O_CREAT) != 0 ? create(file, mode) : PathInstead{.error = ENOENT};
  if (!S_ISREG(status.st_mode)) return {.path = file};
  if (must_be_new) return {.error = EEXIST};
  const bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC) != 0;
  if (!writes) return {.path = file};
  if (!allows(file, W_OK) || ((flags & O_ACCMODE) == O_RDWR && !allows(file, R_OK)))
    return {.error = EACCES};
  if (!import_file(file, status)) return {.path = file, .is_outside = true};
  return {.path = path_of(overlay_entries()[file].copy)};
}

PathInstead path_to_look_at(const std::string& file) {
  const auto found = overlay_entries().find(file);
  if (found == overlay_entries().end()) return {.path = file};
  switch (found->second.state) {
    case State::file:
      return {.path = path_of(found->second.copy)};
    case State::folder:
      return {.path = "/"};
    case State::gone:
      break;
  }
  return {.error = ENOENT};
}

void note_reader(int descriptor, const std::string& file) {
  std::erase_if(readers(),
                [&](const FileReader& reader) { return reader.descriptor == descriptor; });
  if (is_reachable(file)) readers().push_back({descriptor, file});
}

int remove_file(const std::string& file) {
  const State state = state_of(file);
  if (state == State::gone) return ENOENT;
  if (state == State::folder) return EISDIR;
  if (const int error = error_of_folder(parent_of(file)); error != 0) return error;
  set(file, {State::gone, -1});
  return 0;
}

int remove_folder(const std::string& folder) {
  const auto found = overlay_entries().find(folder);
  if (state_of(folder) == State::gone) return ENOENT;
  if (state_of(folder) == State::file) return ENOTDIR;
  if (found == overlay_entries().end())
    return ENOSYS;  // of the disk: its contents would have to be merged
  for (const auto& [file, entry] : overlay_entries())
    if (entry.state != State::gone && parent_of(file) == folder) return ENOTEMPTY;
  set(folder, {State::gone, -1});
  return 0;
}

int create_folder(const std::string& folder) {
  if (state_of(folder) != State::gone) return EEXIST;
  if (const int error = error_of_folder(parent_of(folder)); error != 0) return error;
  set(folder, {State::folder, -1});
  return 0;
}

int rename_file(const std::string& from, const std::string& to) {
  const State state = state_of(from);
  if (state == State::gone) return ENOENT;
  if (state == State::folder || state_of(to) == State::folder) return ENOSYS;
  if (from == to) return 0;
  if (const int error = error_of_folder(parent_of(to)); error != 0) return error;
  if (overlay_entries().find(from) == overlay_entries().end()) {
    struct stat status {};
    if (!look_at_disk(from, status) || !S_ISREG(status.st_mode) || !import_file(from, status))
      return ENOSYS;
  }
  const Entry moved = std::exchange(overlay_entries()[from], Entry{});
  set(to, moved);
  return 0;
}

bool is_changed_folder(const std::string& folder) {
  return std::ranges::any_of(overlay_entries(),
                             [&](const auto& entry) { return parent_of(entry.first) == folder; });
}

// Anonymous files have no links.
bool is_too_large(int descriptor) {
  struct stat status {};
  return raw_system_call(SYS_fstat, descriptor, as_long(&status)) == 0 && S_ISREG(status.st_mode) &&
         status.st_nlink == 0 && static_cast<std::uint64_t>(status.st_size) > most_bytes;
}

void forget_overlay() {
  for (const auto& [file, entry] : overlay_entries())
    if (entry.copy >= 0) raw_system_call(SYS_close, entry.copy);
  overlay_entries().clear();
  readers().clear();
  copied_bytes = 0;
}

}  // namespace mazurka::native
