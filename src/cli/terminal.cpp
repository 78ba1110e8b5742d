#include "cli/terminal.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

namespace mazurka::cli {

namespace {

constexpr std::size_t default_width = 100;

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

std::size_t output_width() {
  if (const char* text = std::getenv("COLUMNS")) {
    std::size_t columns = 0;
    std::from_chars(text, text + std::strlen(text), columns);
    if (columns > 0) return columns;
  }
  winsize size{};
  if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return default_width;
}

bool output_has_colour() {
  const char* terminal = std::getenv("TERM");
  const bool is_dumb = terminal != nullptr && std::strcmp(terminal, "dumb") == 0;
  return isatty(STDOUT_FILENO) != 0 && !is_dumb && !is_set("NO_COLOR");
}

bool errors_go_to_terminal() { return isatty(STDERR_FILENO) != 0; }

}  // namespace mazurka::cli
