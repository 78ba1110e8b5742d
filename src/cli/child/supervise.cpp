#include "cli/child/supervise.h"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/child/supervision.h"
#include "cli/exit_status.h"

namespace mazurka::cli {

ChildResult supervise(SharedState& state, const ChildLimits& limits, std::ostream& out,
                      std::ostream& err, const std::function<int(const ChildSide&)>& work) {
  Supervision child(state, limits, out, err);
  child.start(work);
  do {
    pollfd wanted{.fd = child.descriptor(), .events = POLLIN, .revents = 0};
    const timespec time = child.time_to_wait();
    ppoll(&wanted, 1, &time, nullptr);
  } while (child.advance());
  return child.take_result();
}

std::string ChildSide::exchange(std::string_view commit) const {
  records.write(RecordKind::commit, commit);
  std::uint64_t size = 0;
  std::string reply;
  const auto read_all = [&](char* to, std::size_t left) {
    while (left > 0) {
      const ssize_t got = ::read(replies, to, left);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) _exit(1);  // the parent is gone
      to += got;
      left -= static_cast<std::size_t>(got);
    }
  };
  read_all(reinterpret_cast<char*>(&size), sizeof size);
  reply.resize(size);
  read_all(reply.data(), reply.size());
  return reply;
}

bool has_given_up(const SharedState& state, const ChildResult& result) {
  return state.gave_up && WIFEXITED(result.wait_status) &&
         WEXITSTATUS(result.wait_status) == wrong_input;
}

void ChildResult::throw_mistake() const {
  if (mistake) throw std::runtime_error(*mistake);
}

std::string end_in_words(int wait_status) {
  if (WIFSIGNALED(wait_status)) {
    const int signal = WTERMSIG(wait_status);
    return "was terminated by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
  }
  return "exited with status " + std::to_string(WEXITSTATUS(wait_status));
}

}  // namespace mazurka::cli
