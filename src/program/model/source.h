// The text of a model, and error messages that show it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/registry.h"
#include "core/user_error.h"

namespace mazurka::model {

// A range of the text, in bytes, without `end`.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

[[nodiscard]] inline Span from_to(Span first, Span last) { return {first.begin, last.end}; }

class Source {
 public:
  // The text must outlive this object.
  Source(std::string file, std::string_view text);

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::string_view text(Span span) const {
    return text_.substr(span.begin, span.end - span.begin);
  }
  // Columns count characters (UTF-8), not bytes.
  [[nodiscard]] SourceLocation location(Span span) const;

  // Returns an error with "file:line:column" and the line with the span underlined.
  [[nodiscard]] UserError error(Span span, std::string message, std::string hint = {}) const;

 private:
  [[nodiscard]] std::uint32_t line_of(std::uint32_t offset) const;  // counted from 0
  [[nodiscard]] std::uint32_t characters_before(std::uint32_t offset) const;
  [[nodiscard]] std::string_view line_text(std::uint32_t line) const;
  [[nodiscard]] std::string excerpt(Span span) const;

  std::string file_;
  std::string_view text_;
  std::vector<std::uint32_t> line_starts_;
  // The number of characters before every 64th byte, because lines may be long and have many
  // locations.
  std::vector<std::uint32_t> characters_;
};

}  // namespace mazurka::model
