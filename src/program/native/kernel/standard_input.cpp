#include "program/native/kernel/standard_input.h"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "core/stable_name.h"
#include "program/native/debug_info/warnings.h"
#include "program/native/platform/complain.h"
#include "program/native/platform/memory_primitives.h"
#include "program/native/platform/raw_system_call.h"
#include "program/native/process/running.h"

namespace mazurka::native {

constinit char input_buffer[input_buffer_size] = {};

namespace {

constexpr std::size_t longest = std::size_t{64} << 20;

enum class Kind { constant, file, pipe, terminal };
constinit Kind kind = Kind::constant;
constinit bool was_read = false;
constinit long beginning = 0;  // of a file
// The file that a pipe is copied to. It is created before main, so that all processes that
// explore share it.
constinit int copy = -1;

// Input that static constructors have read into the buffer of stdin but not consumed.
std::vector<char>& read_before_main() {
  static std::vector<char> result;
  return result;
}

bool is_terminal() {
  termios unused{};
  return raw_system_call(SYS_ioctl, 0, TCGETS, as_long(&unused)) == 0;
}

Kind kind_of(const struct stat& status) {
  if (S_ISREG(status.st_mode)) return Kind::file;
  if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)) return Kind::pipe;
  return is_terminal() ? Kind::terminal : Kind::constant;
}

void wait_for_input() {
  pollfd input{.fd = 0, .events = POLLIN, .revents = 0};
  constexpr int milliseconds = 1000;
  if (raw_system_call(SYS_poll, as_long(&input), 1, milliseconds) == 0)
    warn("the program reads its standard input, which is waited for");
}

// Reads the pipe to its end and replaces descriptor 0 by the copy. REQUIRES: an OutsideProgram is
// in scope.
void copy_pipe(Address place) {
  static char part[std::size_t{64} << 10];
  long length = raw_system_call(SYS_lseek, copy, 0, SEEK_END);
  wait_for_input();
  while (true) {
    const long count = raw_system_call(SYS_read, 0, as_long(part), sizeof part);
    if (count < 0 && errno == EINTR)
      give_up("interrupted while the program waits for its standard input");
    if (count <= 0) break;
    if (raw_system_call(SYS_write, copy, as_long(part), count) != count)
      give_up("not enough memory for the standard input of the program", "give it a file");
    length += count;
    if (static_cast<std::size_t>(length) < longest) continue;
    warn_once(NotCoveredKind::refused_call, "standard input is longer than 64 MiB",
              "the program sees the beginning only", place);
    break;
  }
  raw_system_call(SYS_dup2, copy, 0);
  raw_system_call(SYS_lseek, 0, 0, SEEK_SET);
  kind = Kind::file;
  beginning = 0;
}

bool stdin_has_read() { return stdin->_IO_read_end != stdin->_IO_read_base; }

constexpr const char* no_terminal =
    "the program reads its standard input, and every execution must read the same: a terminal "
    "cannot be read again, give it a file (< FILE)";

}  // namespace

void remember_input() {
  struct stat status {};
  if (raw_system_call(SYS_fstat, 0, as_long(&status)) != 0) return;
  kind = kind_of(status);
  beginning = raw_system_call(SYS_lseek, 0, 0, SEEK_CUR);
  if (kind == Kind::pipe) {
    const int memory = memfd_create("standard input", MFD_CLOEXEC);
    constexpr int above_those_of_the_program = 100;
    copy = fcntl(memory, F_DUPFD_CLOEXEC, above_those_of_the_program);
    close(memory);
    if (copy < 0) kind = Kind::constant;
  }
  if (stdin_has_read()) read_before_main().assign(stdin->_IO_read_base, stdin->_IO_read_end);
}

void rewind_input() {
  if (kind == Kind::file) raw_system_call(SYS_lseek, 0, beginning, SEEK_SET);
  const bool was_used_up = (kind == Kind::pipe || kind == Kind::terminal) && stdin_has_read() &&
                           read_before_main().empty();
  if (was_used_up)
    give_up("the program reads its standard input by a function that is not supported",
            "give it a file (< FILE)");
  copy_bytes(input_buffer, read_before_main().data(), read_before_main().size());
}

bool input_was_read() { return was_read || !read_before_main().empty(); }

std::string identity_of_input() {
  if (kind == Kind::constant) return "nothing";
  if (kind == Kind::terminal) return "a terminal";
  if (kind == Kind::pipe) copy_pipe(0);
  const long now = raw_system_call(SYS_lseek, 0, 0, SEEK_CUR);
  raw_system_call(SYS_lseek, 0, beginning, SEEK_SET);
  StableName hash;
  std::size_t size = 0;
  std::vector<char> part(std::size_t{1} << 20);
  while (true) {
    std::size_t filled = 0;  // parts must have the same size, however much a read returns
    while (filled < part.size()) {
      const long count = raw_system_call(SYS_read, 0, as_long(part.data() + filled),
                                         static_cast<long>(part.size() - filled));
      if (count <= 0) break;
      filled += static_cast<std::size_t>(count);
    }
    if (filled == 0) break;
    hash = continued(hash, std::string_view(part.data(), filled));
    size += filled;
  }
  raw_system_call(SYS_lseek, 0, now, SEEK_SET);
  return fmt::format("{} bytes, {:016x}", size, hash.low);
}

void before_reading(int descriptor, Address place) {
  if (descriptor != 0 || running == nullptr) return;
  was_read = true;
  if (kind == Kind::constant || kind == Kind::file) return;
  const OutsideProgram outside;
  if (kind == Kind::terminal) give_up(no_terminal);
  copy_pipe(place);
}

void before_reading(FILE* stream, Address place) {
  if (running != nullptr && stream != nullptr) before_reading(fileno_unlocked(stream), place);
}

}  // namespace mazurka::native
