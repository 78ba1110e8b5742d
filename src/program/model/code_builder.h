// Appends instructions to an image, with where they come from.
#pragma once

#include <cstdint>
#include <map>

#include "core/registry.h"
#include "program/model/bytecode.h"
#include "program/model/source.h"

namespace mazurka::model {

class CodeBuilder {
 public:
  CodeBuilder(Image& image, Registry& registry, const Source& source)
      : image_(image), registry_(registry), source_(source) {}

  [[nodiscard]] Image& image() { return image_; }
  [[nodiscard]] std::uint32_t here() const {
    return static_cast<std::uint32_t>(image_.code.size());
  }

  // An instruction that cannot fail and is no event: nobody asks where it comes from.
  std::uint32_t emit(const Instruction& instruction);
  // With the place in the source.
  std::uint32_t emit(const Instruction& instruction, Span place);
  // With the source text too, for messages.
  std::uint32_t emit(const Instruction& instruction, Span place, Span text);

  void load(Register to, std::int64_t value);
  // Makes the jump at `jump` go here.
  void land(std::uint32_t jump) { image_.code[jump].a = here(); }
  // The source text without comments, line breaks and parentheses round the whole.
  [[nodiscard]] std::string plain_text(Span span) const;

 private:
  Image& image_;
  Registry& registry_;
  const Source& source_;
  std::map<std::int64_t, std::uint32_t> constants_;  // their numbers
};

}  // namespace mazurka::model
