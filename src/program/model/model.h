// The front end for models: `.mzk` files (docs/model-language.md).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "program/program.h"

namespace mazurka::model {

// -D name=value: overrides a constant; constants that use it follow.
struct Define {
  std::string name;
  std::int64_t value = 1;
};

// Parses and compiles; nothing runs before the first restart(). Throws UserError at the first
// mistake, with file, line and column, the line itself and a hint.
[[nodiscard]] std::unique_ptr<Program> load(std::string_view source, const std::string& file_name,
                                            std::span<const Define> defines = {});

}  // namespace mazurka::model
