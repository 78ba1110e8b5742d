// Reads and writes whole files of the user. Errors name the file.
#pragma once

#include <string>

namespace mazurka::cli {

// Throws UserError.
[[nodiscard]] std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& text);
// Writes a file beside it, and gives it the name when it is complete and on the disk: whatever
// happens, there is the old text or the new one.
void replace_file(const std::string& path, const std::string& text);

// Returns the name without folder and extension: "examples/bank.mzk" gives "bank".
[[nodiscard]] std::string stem_of(const std::string& path);
// Returns the folder of a file: "examples" for "examples/bank.mzk", "." for "bank.mzk".
[[nodiscard]] std::string folder_of(const std::string& path);
[[nodiscard]] bool exists(const std::string& path);
[[nodiscard]] bool is_folder(const std::string& path);
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);

}  // namespace mazurka::cli
