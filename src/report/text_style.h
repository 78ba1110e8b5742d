// Colours for terminals that have them.
#pragma once

#include <string>
#include <string_view>

namespace mazurka {

class TextStyle {
 public:
  explicit TextStyle(bool colour) : colour_(colour) {}

  [[nodiscard]] std::string error(std::string_view text) const { return in("1;31", text); }
  [[nodiscard]] std::string good(std::string_view text) const { return in("1;32", text); }
  [[nodiscard]] std::string warning(std::string_view text) const { return in("1;33", text); }
  [[nodiscard]] std::string name(std::string_view text) const { return in("1", text); }
  [[nodiscard]] std::string mark(std::string_view text) const { return in("33", text); }
  [[nodiscard]] std::string faint(std::string_view text) const { return in("2", text); }

 private:
  [[nodiscard]] std::string in(std::string_view code, std::string_view text) const {
    if (!colour_ || text.empty()) return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
  }

  bool colour_;
};

}  // namespace mazurka
