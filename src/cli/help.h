// The texts of --help, made from what the parser knows, so that no option can be forgotten.
#pragma once

#include <string>

#include <CLI/App.hpp>

namespace mazurka::cli {

// The usage lines, then one entry per option (or command), then the footer of `app`.
[[nodiscard]] std::string help_text(const CLI::App& app, const std::string& usage);

// The option whose name is nearest to a misspelt one; empty if none is near.
[[nodiscard]] std::string similar_option(const CLI::App& app, const std::string& misspelt);

}  // namespace mazurka::cli
