// The front end for models: `.mzk` files (docs/model-language.md).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "program/program.h"

namespace mazurka::model {

// -D name=value overrides a constant, and thereby the constants that depend on it.
struct Define {
  std::string name;
  std::int64_t value = 1;
};

// The default of --max-depth: how deep calls of procedures may be nested.
inline constexpr std::uint32_t default_max_depth = 1000;

// Parses and compiles a model. Nothing runs before the first restart(). Throws UserError at the
// first error, with file, line and column, the line itself and a hint. A task stops for good before
// a call of a procedure that would be deeper than `max_depth`.
[[nodiscard]] std::unique_ptr<Program> load(std::string_view source, const std::string& file_name,
                                            std::span<const Define> defines = {},
                                            std::uint32_t max_depth = default_max_depth);

}  // namespace mazurka::model
