// The texts of --help, made from the options that the parser knows, so that no option is missing.
#pragma once

#include <string>

#include <CLI/App.hpp>

namespace mazurka::cli {

// Returns the usage lines, example commands, entries for all commands and options, and
// the footer of `app`.
[[nodiscard]] std::string help_text(const CLI::App& app, const std::string& usage);

// Returns the option whose name is nearest to a misspelt one; empty if none is near.
[[nodiscard]] std::string similar_option(const CLI::App& app, const std::string& misspelt);

}  // namespace mazurka::cli
