// The process that reads the debug information of a tested program. The program starts it, asks it
// (request.h), and ends it by closing the socket.
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <string>
#include <unistd.h>

#include "debug_info/frames.h"
#include "debug_info/request.h"
#include "debug_info/variables.h"

namespace mazurka::debug_info {
namespace {

bool read_all(void* to, std::size_t size) {
  auto* at = static_cast<char*>(to);
  while (size > 0) {
    const ssize_t count = read(socket_descriptor, at, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool write_all(const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = write(socket_descriptor, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

// The texts of an answer.
class Texts {
 public:
  void add(const std::string& text) { bytes_ += text + '\0'; }
  template <class Number>
  void add_number(Number number) {
    add(std::to_string(number));
  }
  // Returns the answer with its length.
  [[nodiscard]] std::string bytes() const {
    const auto size = static_cast<std::uint32_t>(bytes_.size());
    std::string result(sizeof size, '\0');
    __builtin_memcpy(result.data(), &size, sizeof size);
    return result + bytes_;
  }

 private:
  std::string bytes_;
};

class Answers {
 public:
  explicit Answers(int executable) : units_(executable), variables_(units_) {}

  Texts answer(const Request& request) {
    Texts texts;
    switch (request.kind) {
      case RequestKind::code:
        for (const Frame& frame : frames_at(units_, request.code)) {
          texts.add(frame.file);
          texts.add_number(frame.line);
          texts.add_number(frame.column);
          texts.add(frame.function);
        }
        break;
      case RequestKind::global:
        if (const auto part = variables_.part_of_global(request.address, request.size))
          texts.add(*part);
        break;
      case RequestKind::local:
        texts.add(variables_.name_of_local(request.code, static_cast<std::int64_t>(request.address),
                                           request.size));
        break;
      case RequestKind::parameters:
        for (const ObjectParameter& parameter : variables_.parameters_of(request.code)) {
          texts.add_number(parameter.slot);
          texts.add_number(parameter.size);
          texts.add_number(parameter.type);
        }
        break;
      case RequestKind::member:
        texts.add(variables_.name_of_member(request.type, request.address, request.size));
        break;
    }
    return texts;
  }

 private:
  Units units_;
  Variables variables_;
};

}  // namespace
}  // namespace mazurka::debug_info

int main() {
  using namespace mazurka::debug_info;
  // Ctrl-C reaches this process, too, but a report may still need it.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  Answers answers(executable_descriptor);
  Request request;
  while (read_all(&request, sizeof request) && write_all(answers.answer(request).bytes())) {
  }
}
