#include "program/native/debug_info/debug_process.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "program/native/platform/complain.h"
#include "program/native/platform/raw_system_call.h"
#include "program/native/process/running.h"

namespace mazurka::native {
namespace {

constexpr const char* name_of_process = "mazurka_debug_info";
constinit const std::atomic<bool>* wants_to_stop = nullptr;

// Returns the program to start: beside the runtime, where the build puts it; above it, for runtimes
// of tests; or in the folder "mazurka", where it is installed. Empty if it is missing.
std::string file_of_process() {
  Dl_info runtime{};
  if (dladdr(reinterpret_cast<const void*>(&file_of_process), &runtime) == 0) return {};
  const std::string path = runtime.dli_fname;
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  for (const char* const below : {"", "mazurka/", "../"}) {
    std::string file = folder + below + name_of_process;
    if (raw_system_call(SYS_access, as_long(file.c_str()), X_OK) == 0) return file;
  }
  return {};
}

void redirect(long from, int to) {
  if (from == to)  // duplicating it would not clear the flag
    raw_system_call(SYS_fcntl, to, F_SETFD, 0);
  else
    raw_system_call(SYS_dup2, from, to);
}

// REQUIRES: both descriptors are above those that the process gets.
[[noreturn]] void become_process(const char* file, int socket, int executable) {
  redirect(socket, debug_info::socket_descriptor);
  redirect(user_errors, 2);
  redirect(executable, debug_info::executable_descriptor);
  raw_system_call(SYS_close_range, debug_info::executable_descriptor + 1, ~0U, 0);
  const char* const words[] = {name_of_process, nullptr};
  const char* const environment[] = {nullptr};
  raw_system_call(SYS_execve, as_long(file), as_long(words), as_long(environment));
  raw_system_call(SYS_exit_group, 127);
  __builtin_unreachable();
}

// Starts the process as a child of a child that ends at once. So it is not a child of the tested
// program, which may call wait(). It ends when the other end of its socket is closed.
bool start_orphan(const char* file, int socket, int executable) {
  const long child = raw_system_call(SYS_fork);
  if (child == 0) {
    const long process = raw_system_call(SYS_fork);
    if (process == 0) become_process(file, socket, executable);
    raw_system_call(SYS_exit_group, process > 0 ? 0 : 1);
  }
  int status = 0;
  while (child > 0 && raw_system_call(SYS_wait4, child, as_long(&status)) < 0)
    if (errno != EINTR) return false;
  return child > 0 && status == 0;
}

// Descriptors of the checker lie above those that a tested program uses.
int moved_up(long descriptor) {
  constexpr long lowest = 100;
  const long moved = raw_system_call(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, lowest);
  raw_system_call(SYS_close, descriptor);
  return static_cast<int>(moved);
}

// Returns this process's end of a socket to a new process; -1 if it could not be started. System
// calls are made directly, because the functions of the C library are hooks for the tested program.
int start_process() {
  const std::string file = file_of_process();
  int ends[2];
  if (file.empty() ||
      raw_system_call(SYS_socketpair, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, as_long(ends)) < 0)
    return -1;
  const int own = moved_up(ends[0]);
  const int other = moved_up(ends[1]);
  const int executable = moved_up(
      raw_system_call(SYS_openat, AT_FDCWD, as_long("/proc/self/exe"), O_RDONLY | O_CLOEXEC));
  const bool is_started = start_orphan(file.c_str(), other, executable);
  raw_system_call(SYS_close, other);
  raw_system_call(SYS_close, executable);
  if (is_started) return own;
  raw_system_call(SYS_close, own);
  return -1;
}

class Connection {
 public:
  // Returns the connection of this process.
  static Connection& get() {
    static std::optional<Connection> connection;
    // A child of a process that has asked gets its own: answers must not be mixed up.
    const long process = raw_system_call(SYS_getpid);
    if (!connection || connection->process_ != process) connection.emplace(process);
    return *connection;
  }

  explicit Connection(long process) : process_(process), socket_(start_process()) {
    if (socket_ < 0)
      warn("cannot start mazurka_debug_info, so locations and names in the source are unknown");
  }
  // The connection of a parent process is abandoned, not closed: it closes when this process ends.
  ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  std::vector<DebugAnswer> ask(std::span<const debug_info::Request> requests) {
    std::vector<DebugAnswer> answers(requests.size());
    if (!send_all(requests.data(), requests.size_bytes())) return answers;
    for (DebugAnswer& answer : answers) answer = receive();
    return answers;
  }

 private:
  DebugAnswer receive() {
    std::uint32_t size = 0;
    DebugAnswer answer;
    if (!receive_all(&size, sizeof size)) return answer;
    std::string texts(size, '\0');
    if (!receive_all(texts.data(), size)) return answer;
    for (std::size_t at = 0; at < texts.size(); at += answer.back().size() + 1)
      answer.emplace_back(texts.c_str() + at);
    return answer;
  }

  bool send_all(const void* from, std::size_t size) {
    const auto* at = static_cast<const char*>(from);
    while (size > 0 && socket_ >= 0) {
      const long count =
          raw_system_call(SYS_sendto, socket_, as_long(at), static_cast<long>(size), MSG_NOSIGNAL);
      if (count <= 0) {
        note_failure(count);
        continue;
      }
      at += count;
      size -= static_cast<std::size_t>(count);
    }
    return size == 0;
  }

  bool receive_all(void* to, std::size_t size) {
    auto* at = static_cast<char*>(to);
    while (size > 0 && socket_ >= 0) {
      if (!has_answer()) {
        end("does not answer");
        continue;
      }
      const long count = raw_system_call(SYS_read, socket_, as_long(at), static_cast<long>(size));
      if (count <= 0) {
        note_failure(count);
        continue;
      }
      at += count;
      size -= static_cast<std::size_t>(count);
    }
    return size == 0;
  }

  // The watchdog's signals interrupt system calls. Any other failure ends the connection.
  void note_failure(long count) {
    if (count < 0 && errno == EINTR) return;
    end("has ended");
  }

  void end(const char* why) {
    warn((std::string(name_of_process) + " " + why +
          ", so some locations and names in the source are unknown")
             .c_str());
    raw_system_call(SYS_close, socket_);
    socket_ = -1;
  }

  // Waits for an answer, but not for ever. Debug information of gigabytes takes half a minute.
  [[nodiscard]] bool has_answer() const {
    constexpr int slice_ms = 50;
    constexpr int most = 120 * 1000 / slice_ms;
    constexpr int most_after_stop = 250 / slice_ms;
    for (int slices = 0, after_stop = 0; slices < most && after_stop < most_after_stop; ++slices) {
      pollfd wanted{.fd = socket_, .events = POLLIN, .revents = 0};
      if (raw_system_call(SYS_poll, as_long(&wanted), 1, slice_ms) > 0) return true;
      if (wants_to_stop != nullptr && *wants_to_stop) ++after_stop;
    }
    return false;
  }

  long process_;
  int socket_;
};

}  // namespace

DebugAnswer ask_debug_process(const debug_info::Request& request) {
  return ask_debug_process(std::span(&request, 1)).front();
}

// The process answers while requests are sent. Few of them at a time fit into the socket's buffer,
// so neither side waits for the other for ever.
std::vector<DebugAnswer> ask_debug_process(std::span<const debug_info::Request> requests) {
  constexpr std::size_t at_once = 128;
  const OutsideProgram outside;
  std::vector<DebugAnswer> answers;
  while (!requests.empty()) {
    const std::size_t count = std::min(at_once, requests.size());
    for (DebugAnswer& answer : Connection::get().ask(requests.first(count)))
      answers.push_back(std::move(answer));
    requests = requests.subspan(count);
  }
  return answers;
}

void stop_asking_when(const std::atomic<bool>& flag) { wants_to_stop = &flag; }

}  // namespace mazurka::native
