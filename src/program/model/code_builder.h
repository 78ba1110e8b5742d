// Appends instructions to an image, with their source locations.
#pragma once

#include <cstdint>
#include <map>

#include "core/registry.h"
#include "program/model/bytecode.h"
#include "program/model/message_tags.h"
#include "program/model/source.h"

namespace mazurka::model {

class CodeBuilder {
 public:
  CodeBuilder(Image& image, Registry& registry, const Source& source)
      : image_(image), registry_(registry), source_(source), tags_(image, source) {}

  [[nodiscard]] Image& image() { return image_; }
  [[nodiscard]] MessageTags& tags() { return tags_; }
  [[nodiscard]] std::uint32_t here() const {
    return static_cast<std::uint32_t>(image_.code.size());
  }

  // Appends an instruction that cannot fail and is not an event, so it needs no location.
  std::uint32_t emit(const Instruction& instruction);
  // Appends an instruction with its source location.
  std::uint32_t emit(const Instruction& instruction, Span place);
  // Appends an instruction with its source location and text, for messages.
  std::uint32_t emit(const Instruction& instruction, Span place, Span text);

  // Lets begin_thread() emit something: some task of the model is cancelled.
  void let_threads_be_cancelled(bool can_be) { threads_can_be_cancelled_ = can_be; }
  // Appends what a spawned thread does first.
  void begin_thread(Span place) {
    if (threads_can_be_cancelled_) emit({.op = Op::begin}, place);
  }

  void load(Register to, std::int64_t value);
  // Sets the target of the jump at `jump` to the next instruction.
  void land(std::uint32_t jump) { image_.code[jump].a = here(); }
  // Returns the source text without comments, line breaks and enclosing parentheses.
  [[nodiscard]] std::string plain_text(Span span) const;

 private:
  Image& image_;
  Registry& registry_;
  const Source& source_;
  std::map<std::int64_t, std::uint32_t> constants_;  // value → number
  MessageTags tags_;
  bool threads_can_be_cancelled_ = false;
};

}  // namespace mazurka::model
