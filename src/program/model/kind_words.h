// The names of kinds of data in messages.
#pragma once

#include <string>
#include <string_view>

#include "program/model/syntax.h"

namespace mazurka::model {

struct Noun {
  std::string_view one;
  std::string_view many;
};

// Returns "lock", "locks"; "shared variable", "shared variables" …
[[nodiscard]] Noun noun(DataKind kind);
// Returns "a lock", "a shared variable" …
[[nodiscard]] std::string described(DataKind kind);

}  // namespace mazurka::model
