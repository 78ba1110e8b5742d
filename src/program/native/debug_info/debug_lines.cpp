#include "program/native/debug_info/debug_lines.h"

#include <cstdlib>
#include <filesystem>
#include <unordered_map>

#include "program/native/debug_info/debug_process.h"

namespace mazurka::native {
namespace {

std::unordered_map<Address, std::vector<CodeFrame>>& known_lines() {
  static std::unordered_map<Address, std::vector<CodeFrame>> result;
  return result;
}

// Returns the path relative to the current folder if the file is below it, as compilers print it.
std::string shortened(const std::string& file) {
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string() + "/";
  return !error && file.starts_with(here) ? file.substr(here.size()) : file;
}

std::uint32_t number_in(const std::string& text) {
  return static_cast<std::uint32_t>(std::strtoul(text.c_str(), nullptr, 10));
}

std::vector<CodeFrame> frames_in(const DebugAnswer& answer) {
  std::vector<CodeFrame> result;
  for (std::size_t i = 0; i + 3 < answer.size(); i += 4)
    result.push_back({{shortened(answer[i]), number_in(answer[i + 1]), number_in(answer[i + 2])},
                      answer[i + 3]});
  return result;
}

}  // namespace

void look_up_lines(std::span<const Address> addresses) {
  std::vector<Address> wanted;
  std::vector<debug_info::Request> requests;
  for (const Address address : addresses) {
    if (!known_lines().try_emplace(address).second) continue;
    wanted.push_back(address);
    requests.push_back({.kind = debug_info::RequestKind::code, .code = address_in_file(address)});
  }
  const std::vector<DebugAnswer> answers = ask_debug_process(requests);
  for (std::size_t i = 0; i < wanted.size(); ++i) known_lines()[wanted[i]] = frames_in(answers[i]);
}

const std::vector<CodeFrame>& lines_of(Address address) {
  look_up_lines(std::span(&address, 1));
  return known_lines()[address];
}

SourceLocation line_of(Address address) {
  const std::vector<CodeFrame>& frames = lines_of(address);
  return frames.empty() ? SourceLocation{} : frames.front().place;
}

}  // namespace mazurka::native
