#include "cli/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <unistd.h>

#include "core/user_error.h"

namespace mazurka::cli {

namespace {

namespace fs = std::filesystem;

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

[[noreturn]] void fail(const char* verb, const std::string& path, int reason) {
  throw UserError("", std::string("cannot ") + verb + " '" + path + "': " + std::strerror(reason));
}

// `before_closing` returns whether it succeeded; if not, errno says why.
template <class BeforeClosing>
void write_and_close(const std::string& path, const std::string& text,
                     BeforeClosing before_closing) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) fail("write", path, errno);
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size() &&
                       before_closing(file.get());
  const int reason = errno;
  // What is buffered may fail only now (a full disk).
  const bool closed = std::fclose(file.release()) == 0;
  if (!written) fail("write", path, reason);
  if (!closed) fail("write", path, errno);
}

// Makes a new name in the folder last. Some file systems cannot, and need not.
void sync_folder(const std::string& path) {
  const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  (void)fsync(folder);
  close(folder);
}

}  // namespace

bool exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored);
}

std::string stem_of(const std::string& path) { return fs::path(path).stem().string(); }

std::string folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

std::string read_file(const std::string& path) {
  if (is_folder(path)) fail("read", path, EISDIR);
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) fail("read", path, errno);
  std::string text;
  char buffer[1 << 16];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, file.get()))
    text.append(buffer, got);
  if (std::ferror(file.get()) != 0) fail("read", path, errno);
  return text;
}

void write_file(const std::string& path, const std::string& text) {
  write_and_close(path, text, [](std::FILE*) { return true; });
}

void replace_file(const std::string& path, const std::string& text) {
  const std::string beside = path + ".new";
  write_and_close(beside, text, [](std::FILE* file) {
    return std::fflush(file) == 0 && fsync(fileno(file)) == 0;
  });
  if (std::rename(beside.c_str(), path.c_str()) != 0) fail("write", path, errno);
  sync_folder(folder_of(path));
}

}  // namespace mazurka::cli
