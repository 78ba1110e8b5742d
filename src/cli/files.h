// Files of the user: read as a whole, written as a whole, with errors that name them.
#pragma once

#include <string>

namespace mazurka::cli {

// Throws UserError.
[[nodiscard]] std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& text);
// Writes a file beside it, and gives it the name when it is complete and on the disk: whatever
// happens, there is the old text or the new one.
void replace_file(const std::string& path, const std::string& text);

// "examples/bank.mzk" is "bank".
[[nodiscard]] std::string stem_of(const std::string& path);
// "examples/bank.mzk" is in "examples", "bank.mzk" in ".".
[[nodiscard]] std::string folder_of(const std::string& path);
[[nodiscard]] bool exists(const std::string& path);
[[nodiscard]] bool is_folder(const std::string& path);
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);

}  // namespace mazurka::cli
