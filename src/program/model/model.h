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

struct Options {
  // A task stops for good before a call of a procedure that is nested in so many others.
  std::uint32_t max_depth = 1000;
  // How often, at most, each post of a thread that starts with the program to the main handler
  // happens: instances of one event of the environment.
  std::uint32_t instances = 1;
  std::string main;  // the main handler; empty: the first one
};

// Parses and compiles a model. Nothing runs before the first restart(). Throws UserError at the
// first error, with file, line and column, the line itself and a hint.
[[nodiscard]] std::unique_ptr<Program> load(std::string_view source, const std::string& file_name,
                                            std::span<const Define> defines = {},
                                            const Options& options = {});

}  // namespace mazurka::model
