// Classifies the arguments of a compiler, as gcc and clang understand them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mazurka::cli {

enum class Language : std::uint8_t { c, cxx };

struct CompilerArgument {
  enum class Role : std::uint8_t {
    source,        // a file to compile
    input,         // any other file: an object, a library
    output,        // -o FILE
    stage,         // -c, -S, -E, -M, -MM, -fsyntax-only: where to stop
    dependencies,  // -MD, -MF FILE …
    optimisation,  // -O…
    linking,       // for the linker only
    other,
  };

  Role role = Role::other;
  std::vector<std::string> words;  // the option and, if it is a separate word, its value
  std::string language;            // of a source: the -x it follows, or empty
  bool operator==(const CompilerArgument&) const = default;

  // Returns the file of -o, the library of -l, or the path of an input.
  [[nodiscard]] const std::string& value() const { return words.back(); }
};

[[nodiscard]] std::vector<CompilerArgument> parse_compiler_arguments(
    std::span<const std::string> words);

// Returns whether a file is a source file, by the extension of its name.
[[nodiscard]] bool is_source_file(const std::string& path);
[[nodiscard]] bool is_c_plus_plus_file(const std::string& path);

// Splits the text of a response file (@FILE) into words, at spaces, with quotes and backslashes.
[[nodiscard]] std::vector<std::string> words_of_response_file(const std::string& text);

// Returns the files that a dependency file (-MMD) lists after its colon.
[[nodiscard]] std::vector<std::string> files_of_dependency_file(const std::string& text);

}  // namespace mazurka::cli
