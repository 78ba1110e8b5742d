// The tags of messages between tasks, which need no declaration: a name and a number of arguments.
#pragma once

#include <cstdint>
#include <vector>

#include "program/model/bytecode.h"
#include "program/model/source.h"
#include "program/model/syntax.h"

namespace mazurka::model {

class MessageTags {
 public:
  MessageTags(Image& image, const Source& source) : image_(image), source_(source) {}

  // Return the number of the tag of a send, or of a pattern of a receive.
  [[nodiscard]] std::uint32_t sent(const Identifier& name, std::size_t arity);
  [[nodiscard]] std::uint32_t received(const Identifier& name, std::size_t arity);
  // Throws UserError if no send has the tag of some pattern. Call it when all tasks are compiled.
  void check() const;

 private:
  struct Use {
    Identifier name;
    std::uint32_t tag = 0;
  };
  [[nodiscard]] std::uint32_t number(const Identifier& name, std::size_t arity);
  [[nodiscard]] std::string hint_for(const Use& pattern) const;

  Image& image_;
  const Source& source_;
  std::vector<bool> is_sent_;  // by tag
  std::vector<Use> patterns_;
};

}  // namespace mazurka::model
