// Calls that name files. What a program changes in files is kept in memory (file_overlay.h), so
// every execution finds the same files, and those of the user do not change.
//
// File operations are not events. A file that several tasks use while they run, and one of them
// changes, makes the verdict incomplete (file_uses.h).
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/debug_info/warnings.h"
#include "program/native/kernel/descriptors.h"
#include "program/native/kernel/file_overlay.h"
#include "program/native/platform/export.h"
#include "program/native/platform/raw_system_call.h"
#include "program/native/platform/real_call.h"
#include "program/native/schedule/file_uses.h"
#include "program/native/schedule/outside_call.h"
#include "program/native/schedule/runtime.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

namespace {

constexpr const char* files_stay =
    "files are not put back after an execution, the next one finds what this one wrote";

bool writes(int flags) {
  return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

// Returns 0, or sets errno and returns -1.
int result_of(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

// --- Paths ---------------------------------------------------------------------------------------

// The path to use instead of that of the program. It must outlive the OutsideProgram under which it
// was computed, and memory of the checker cannot be freed by the program, so it is a static array.
struct TranslatedPath {
  char path[PATH_MAX] = {};
  int error = 0;
  bool is_copy = false;  // in memory
};
constinit TranslatedPath translated;

void set_translated(const PathInstead& instead, const std::string& file) {
  translated.error = instead.error;
  translated.is_copy = instead.error == 0 && instead.path != file;
  const std::size_t length = std::min(instead.path.size(), sizeof translated.path - 1);
  std::memcpy(translated.path, instead.path.data(), length);
  translated.path[length] = '\0';
}

// Translates the path of a call that opens a file. Returns whether the call can be made.
bool translate_to_open(int folder, const char* path, int flags, int mode, Address place) {
  const OutsideProgram outside;
  const std::string file = canonical_path(folder, path);
  const PathInstead instead = path_to_open(file, flags, static_cast<mode_t>(mode));
  if (instead.is_outside)
    warn_once(NotCoveredKind::uncontrolled_call, "a large file is opened for writing", files_stay,
              place);
  if (instead.error == 0) note_file_use(file, writes(flags), place);
  set_translated(instead, file);
  errno = translated.error;
  return translated.error == 0;
}

// Translates the path of a call that looks at a file.
bool translate_to_look(int folder, const char* path, Address place) {
  const OutsideProgram outside;
  const std::string file = canonical_path(folder, path);
  note_file_use(file, false, place);
  set_translated(path_to_look_at(file), file);
  errno = translated.error;
  return translated.error == 0;
}

void note_opened(int descriptor, int folder, const char* path, int flags) {
  if (descriptor < 0) return;
  const OutsideProgram outside;
  const std::string file = canonical_path(folder, path);
  note_descriptor_of(descriptor, file);
  if (!translated.is_copy && !writes(flags)) note_reader(descriptor, file);
}

// Makes a change in the overlay by one of its functions, and records it.
template <class Change>
int change_file(int folder, const char* path, Address place, Change change) {
  const OutsideProgram outside;
  const std::string file = canonical_path(folder, path);
  const int error = change(file);
  if (error == ENOSYS)
    warn_once(NotCoveredKind::refused_call, "this change of a folder is not supported",
              "it fails with ENOSYS", place);
  if (error == 0) note_file_use(file, true, place);
  return result_of(error);
}

// --- Opening -------------------------------------------------------------------------------------

int open_file(int folder, const char* path, int flags, int mode, Address place) {
  if (running == nullptr)
    return static_cast<int>(raw_system_call(SYS_openat, folder, as_long(path), flags, mode));
  if (!translate_to_open(folder, path, flags, mode, place)) return -1;
  const int descriptor = static_cast<int>(
      translated.is_copy ? raw_system_call(SYS_openat, AT_FDCWD, as_long(translated.path),
                                           flags & ~(O_CREAT | O_EXCL | O_NOFOLLOW), mode)
                         : raw_system_call(SYS_openat, folder, as_long(path), flags, mode));
  note_opened(descriptor, folder, path, flags);
  return descriptor;
}

// Returns the flags of open() for a mode of fopen().
int flags_of(const char* mode) {
  const bool updates = std::strchr(mode, '+') != nullptr;
  const int exclusive = std::strchr(mode, 'x') != nullptr ? O_EXCL : 0;
  if (mode[0] == 'r') return updates ? O_RDWR : O_RDONLY;
  const int access = updates ? O_RDWR : O_WRONLY;
  return access | O_CREAT | exclusive | (mode[0] == 'a' ? O_APPEND : O_TRUNC);
}

// The file exists in memory, whether it has just been created or not, so "x" must not be asked for
// again.
void remove_exclusive(const char* mode, char (&result)[32]) {
  std::size_t length = 0;
  for (; *mode != '\0' && length + 1 < sizeof result; ++mode)
    if (*mode != 'x') result[length++] = *mode;
  result[length] = '\0';
}

constexpr int anyone = 0666;

template <class Open>
FILE* open_stream(const char* path, const char* mode, Address place, Open open) {
  if (running == nullptr) return open(path, mode);
  note_outside_call("fopen", place);
  if (!translate_to_open(AT_FDCWD, path, flags_of(mode), anyone, place)) return nullptr;
  char other_mode[32];
  remove_exclusive(mode, other_mode);
  FILE* const stream = translated.is_copy ? open(translated.path, other_mode) : open(path, mode);
  if (stream != nullptr) note_opened(fileno(stream), AT_FDCWD, path, flags_of(mode));
  return stream;
}

}  // namespace

#define OPEN(name)                                                                 \
  MAZURKA_EXPORT int name(const char* file, int flags, ...) {                      \
    va_list list;                                                                  \
    va_start(list, flags);                                                         \
    const int mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, int) : 0; \
    va_end(list);                                                                  \
    return open_file(AT_FDCWD, file, flags, mode, PLACE);                          \
  }
OPEN(open)
OPEN(open64)
#define OPEN_AT(name)                                                              \
  MAZURKA_EXPORT int name(int folder, const char* file, int flags, ...) {          \
    va_list list;                                                                  \
    va_start(list, flags);                                                         \
    const int mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, int) : 0; \
    va_end(list);                                                                  \
    return open_file(folder, file, flags, mode, PLACE);                            \
  }
OPEN_AT(openat)
OPEN_AT(openat64)
MAZURKA_EXPORT int creat(const char* file, mode_t mode) {
  return open_file(AT_FDCWD, file, O_CREAT | O_WRONLY | O_TRUNC, static_cast<int>(mode), PLACE);
}
// On 64-bit systems fopen64 equals fopen. Which of them libstdc++ calls depends on its version.
#define OPEN_STREAM(name)                                                      \
  MAZURKA_EXPORT FILE* name(const char* file, const char* mode) {              \
    static auto* const of_libc = real<FILE*(const char*, const char*)>(#name); \
    return open_stream(file, mode, PLACE, of_libc);                            \
  }
OPEN_STREAM(fopen)
OPEN_STREAM(fopen64)
#define REOPEN_STREAM(name)                                                                \
  MAZURKA_EXPORT FILE* name(const char* file, const char* mode, FILE* stream) {            \
    static auto* const of_libc = real<FILE*(const char*, const char*, FILE*)>(#name);      \
    if (file == nullptr) return of_libc(file, mode, stream);                               \
    return open_stream(file, mode, PLACE, [stream](const char* path, const char* wanted) { \
      return of_libc(path, wanted, stream);                                                \
    });                                                                                    \
  }
REOPEN_STREAM(freopen)
REOPEN_STREAM(freopen64)

// --- Changes -------------------------------------------------------------------------------------

MAZURKA_EXPORT int unlink(const char* file) noexcept {
  if (running != nullptr) return change_file(AT_FDCWD, file, PLACE, remove_file);
  return static_cast<int>(raw_system_call(SYS_unlink, as_long(file)));
}
MAZURKA_EXPORT int rmdir(const char* folder) noexcept {
  if (running != nullptr) return change_file(AT_FDCWD, folder, PLACE, remove_folder);
  return static_cast<int>(raw_system_call(SYS_rmdir, as_long(folder)));
}
MAZURKA_EXPORT int remove(const char* file) noexcept {
  if (running == nullptr) {
    static auto* const of_libc = real<int(const char*)>("remove");
    return of_libc(file);
  }
  return change_file(AT_FDCWD, file, PLACE, [](const std::string& path) {
    const int error = remove_file(path);
    return error == EISDIR ? remove_folder(path) : error;
  });
}
MAZURKA_EXPORT int unlinkat(int folder, const char* file, int flags) noexcept {
  if (running == nullptr)
    return static_cast<int>(raw_system_call(SYS_unlinkat, folder, as_long(file), flags));
  return change_file(folder, file, PLACE,
                     (flags & AT_REMOVEDIR) != 0 ? remove_folder : remove_file);
}
MAZURKA_EXPORT int mkdir(const char* folder, mode_t mode) noexcept {
  if (running != nullptr) return change_file(AT_FDCWD, folder, PLACE, create_folder);
  return static_cast<int>(raw_system_call(SYS_mkdir, as_long(folder), mode));
}
MAZURKA_EXPORT int mkdirat(int folder, const char* path, mode_t mode) noexcept {
  if (running != nullptr) return change_file(folder, path, PLACE, create_folder);
  return static_cast<int>(raw_system_call(SYS_mkdirat, folder, as_long(path), mode));
}

namespace {

int move_file(int folder, const char* from, int other_folder, const char* to, Address place) {
  if (running == nullptr)
    return static_cast<int>(
        raw_system_call(SYS_renameat, folder, as_long(from), other_folder, as_long(to)));
  return change_file(folder, from, place, [&](const std::string& source) {
    const std::string target = canonical_path(other_folder, to);
    const int error = rename_file(source, target);
    if (error == 0) note_file_use(target, true, place);
    return error;
  });
}

}  // namespace

MAZURKA_EXPORT int rename(const char* from, const char* to) noexcept {
  return move_file(AT_FDCWD, from, AT_FDCWD, to, PLACE);
}
MAZURKA_EXPORT int renameat(int folder, const char* from, int other, const char* to) noexcept {
  return move_file(folder, from, other, to, PLACE);
}
#define TRUNCATE(name)                                                                      \
  MAZURKA_EXPORT int name(const char* file, off_t size) noexcept {                          \
    if (running == nullptr)                                                                 \
      return static_cast<int>(raw_system_call(SYS_truncate, as_long(file), size));          \
    if (!translate_to_open(AT_FDCWD, file, O_WRONLY, 0, PLACE)) return -1;                  \
    return static_cast<int>(raw_system_call(SYS_truncate, as_long(translated.path), size)); \
  }
TRUNCATE(truncate)
TRUNCATE(truncate64)

namespace {

// Calls `create` with the template and other letters in the place of its last six, until that does
// not fail because the name exists. The names are the same in every execution.
template <class Create>
int create_with_new_name(char* name, std::size_t suffix, Create create) {
  constexpr std::string_view placeholder = "XXXXXX";
  std::size_t length = 0;
  while (name[length] != '\0') ++length;  // strlen() is a hook of the program
  if (length < suffix + placeholder.size() ||
      std::string_view(name + length - suffix - placeholder.size(), placeholder.size()) !=
          placeholder)
    return result_of(EINVAL);
  char* const letters = name + length - suffix - placeholder.size();
  for (unsigned number = 0; number < 100'000; ++number) {
    for (std::size_t i = 0, rest = number; i < placeholder.size(); ++i, rest /= 26)
      letters[i] = static_cast<char>('a' + rest % 26);
    const int result = create();
    if (result >= 0 || errno != EEXIST) return result;
  }
  return result_of(EEXIST);
}

int make_temporary(char* name, int suffix, int flags, Address place) {
  constexpr int owner = 0600;
  return create_with_new_name(name, static_cast<std::size_t>(suffix), [&] {
    return open_file(AT_FDCWD, name, O_RDWR | O_CREAT | O_EXCL | flags, owner, place);
  });
}

}  // namespace

#define MAKE_TEMPORARY(name, type, parameters, arguments, suffix, flags) \
  MAZURKA_EXPORT int name parameters {                                   \
    if (running == nullptr) {                                            \
      static auto* const of_libc = real<type>(#name);                    \
      return of_libc arguments;                                          \
    }                                                                    \
    return make_temporary(file, suffix, flags, PLACE);                   \
  }
MAKE_TEMPORARY(mkstemp, int(char*), (char* file), (file), 0, 0)
MAKE_TEMPORARY(mkstemp64, int(char*), (char* file), (file), 0, 0)
MAKE_TEMPORARY(mkostemp, int(char*, int), (char* file, int flags), (file, flags), 0, flags)
MAKE_TEMPORARY(mkstemps, int(char*, int), (char* file, int suffix), (file, suffix), suffix, 0)
MAZURKA_EXPORT char* mkdtemp(char* folder) noexcept {
  if (running == nullptr) {
    static auto* const of_libc = real<char*(char*)>("mkdtemp");
    return of_libc(folder);
  }
  const Address place = PLACE;
  const int result = create_with_new_name(
      folder, 0, [&] { return change_file(AT_FDCWD, folder, place, create_folder); });
  return result == 0 ? folder : nullptr;
}

// These calls take effect on disk.
#define CHANGES_DISK(name, number, first, second)                                              \
  MAZURKA_EXPORT int name(first a, second b) noexcept {                                        \
    if (running != nullptr)                                                                    \
      warn_once(NotCoveredKind::uncontrolled_call, #name " changes files", files_stay, PLACE); \
    return static_cast<int>(raw_system_call(number, (long)(a), (long)(b)));                    \
  }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
CHANGES_DISK(link, SYS_link, const char*, const char*)
CHANGES_DISK(symlink, SYS_symlink, const char*, const char*)
#pragma GCC diagnostic pop
MAZURKA_EXPORT int chmod(const char* file, mode_t mode) noexcept {
  if (running == nullptr) return static_cast<int>(raw_system_call(SYS_chmod, as_long(file), mode));
  if (!translate_to_open(AT_FDCWD, file, O_WRONLY, 0, PLACE)) return -1;
  return static_cast<int>(raw_system_call(SYS_chmod, as_long(translated.path), mode));
}

// --- Looking -------------------------------------------------------------------------------------

namespace {

int look_at_file(const char* name, int folder, const char* path, struct stat* to, int flags,
                 Address place) {
  if (running != nullptr) {
    note_outside_call(name, place);
    const bool names_file = path != nullptr && path[0] != '\0';
    if (names_file && !translate_to_look(folder, path, place)) return -1;
    if (names_file && translated.is_copy)
      return static_cast<int>(raw_system_call(SYS_stat, as_long(translated.path), as_long(to)));
  }
  return static_cast<int>(
      raw_system_call(SYS_newfstatat, folder, as_long(path), as_long(to), flags));
}

int ask_access(const char* name, int folder, const char* path, int mode, int flags, Address place) {
  if (running != nullptr) {
    note_outside_call(name, place);
    if (!translate_to_look(folder, path, place)) return -1;
    if (translated.is_copy)
      return static_cast<int>(
          raw_system_call(SYS_faccessat, AT_FDCWD, as_long(translated.path), mode));
  }
  (void)flags;
  return static_cast<int>(raw_system_call(SYS_faccessat, folder, as_long(path), mode));
}

}  // namespace

MAZURKA_EXPORT int stat(const char* file, struct stat* to) noexcept {
  return look_at_file("stat", AT_FDCWD, file, to, 0, PLACE);
}
MAZURKA_EXPORT int stat64(const char* file, struct stat64* to) noexcept {
  return look_at_file("stat", AT_FDCWD, file, reinterpret_cast<struct stat*>(to), 0, PLACE);
}
MAZURKA_EXPORT int lstat(const char* file, struct stat* to) noexcept {
  return look_at_file("lstat", AT_FDCWD, file, to, AT_SYMLINK_NOFOLLOW, PLACE);
}
MAZURKA_EXPORT int lstat64(const char* file, struct stat64* to) noexcept {
  return look_at_file("lstat", AT_FDCWD, file, reinterpret_cast<struct stat*>(to),
                      AT_SYMLINK_NOFOLLOW, PLACE);
}
MAZURKA_EXPORT int fstatat(int folder, const char* file, struct stat* to, int flags) noexcept {
  return look_at_file("fstatat", folder, file, to, flags, PLACE);
}
MAZURKA_EXPORT int fstatat64(int folder, const char* file, struct stat64* to, int flags) noexcept {
  return look_at_file("fstatat", folder, file, reinterpret_cast<struct stat*>(to), flags, PLACE);
}
MAZURKA_EXPORT int access(const char* file, int mode) noexcept {
  return ask_access("access", AT_FDCWD, file, mode, 0, PLACE);
}
MAZURKA_EXPORT int faccessat(int folder, const char* file, int mode, int flags) noexcept {
  return ask_access("faccessat", folder, file, mode, flags, PLACE);
}
MAZURKA_EXPORT DIR* opendir(const char* folder) {
  static auto* const of_libc = real<DIR*(const char*)>("opendir");
  if (running != nullptr) {
    const Address place = PLACE;
    note_outside_call("opendir", place);
    const OutsideProgram outside;
    if (is_changed_folder(canonical_path(AT_FDCWD, folder)))
      warn_once(NotCoveredKind::refused_call, "a folder with changed files is listed",
                "the list is that of the disk, without what this execution has changed", place);
  }
  return of_libc(folder);
}
