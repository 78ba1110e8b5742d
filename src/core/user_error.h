// An error of the user: a wrong file, option or model. Thrown where it is detected, caught once, in
// the CLI.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace mazurka {

struct UserError : std::runtime_error {
  // `where` is "file:line:column" or empty; `excerpt` shows the line with a caret, or is empty.
  UserError(std::string where_, std::string what_, std::string hint_ = {},
            std::string excerpt_ = {})
      : std::runtime_error(where_.empty() ? what_ : where_ + ": " + what_),
        where(std::move(where_)),
        message(std::move(what_)),
        hint(std::move(hint_)),
        excerpt(std::move(excerpt_)) {}

  std::string where;
  std::string message;
  std::string hint;
  std::string excerpt;
};

}  // namespace mazurka
