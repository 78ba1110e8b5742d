#include "cli/terminal.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

namespace mazurka::cli {

namespace {

constexpr std::size_t default_width = 100;

// The stream stores the descriptor plus 1, because a new stream has 0 there.
int place_of_descriptor() {
  static const int place = std::ios_base::xalloc();
  return place;
}

int descriptor_of(std::ostream& stream, int usual) {
  const long kept = stream.iword(place_of_descriptor());
  return kept == 0 ? usual : static_cast<int>(kept - 1);
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

void set_descriptor(std::ostream& stream, int descriptor) {
  stream.iword(place_of_descriptor()) = descriptor + 1;
}

void use_descriptor_of(std::ostream& from, std::ostream& to) {
  to.iword(place_of_descriptor()) = from.iword(place_of_descriptor());
}

std::size_t output_width(std::ostream& out) {
  if (const char* text = std::getenv("COLUMNS")) {
    std::size_t columns = 0;
    std::from_chars(text, text + std::strlen(text), columns);
    if (columns > 0) return columns;
  }
  winsize size{};
  const int descriptor = descriptor_of(out, STDOUT_FILENO);
  if (isatty(descriptor) != 0 && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return default_width;
}

bool output_has_colour(std::ostream& out) {
  const char* terminal = std::getenv("TERM");
  const bool is_dumb = terminal != nullptr && std::strcmp(terminal, "dumb") == 0;
  return isatty(descriptor_of(out, STDOUT_FILENO)) != 0 && !is_dumb && !is_set("NO_COLOR");
}

bool errors_go_to_terminal(std::ostream& err) {
  return isatty(descriptor_of(err, STDERR_FILENO)) != 0;
}

}  // namespace mazurka::cli
