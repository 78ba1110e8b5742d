#include "cli/native_build/compiler_arguments.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace mazurka::cli {

namespace {

using Role = CompilerArgument::Role;

template <std::size_t n>
bool is_one_of(const std::string& word, const std::array<std::string_view, n>& words) {
  return std::ranges::find(words, word) != words.end();
}

// Options whose value is the next word, unless it is attached to them.
constexpr std::array<std::string_view, 36> with_value = {
    "-o",        "-x",           "-I",          "-D",       "-U",        "-L",
    "-l",        "-include",     "-imacros",    "-isystem", "-iquote",   "-idirafter",
    "-iprefix",  "-iwithprefix", "-isysroot",   "-MF",      "-MT",       "-MQ",
    "-MJ",       "-Xlinker",     "-Xassembler", "-Xclang",  "-T",        "-u",
    "-z",        "-e",           "-target",     "--param",  "-mllvm",    "-arch",
    "-aux-info", "-dumpbase",    "-dumpdir",    "-B",       "--sysroot", "-Xpreprocessor"};

constexpr std::array<std::string_view, 6> stages = {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"};
constexpr std::array<std::string_view, 7> dependencies = {"-MD", "-MMD", "-MP", "-MG",
                                                          "-MF", "-MT",  "-MQ"};
constexpr std::array<std::string_view, 17> linking = {"-l",
                                                      "-L",
                                                      "-Xlinker",
                                                      "-T",
                                                      "-u",
                                                      "-z",
                                                      "-e",
                                                      "-shared",
                                                      "-rdynamic",
                                                      "-nostdlib",
                                                      "-nodefaultlibs",
                                                      "-nostartfiles",
                                                      "-r",
                                                      "-s",
                                                      "-no-pie",
                                                      "-static-libgcc",
                                                      "-static-libstdc++"};

constexpr std::array<std::string_view, 14> source_endings = {
    ".c", ".cc", ".cpp", ".cxx", ".C", ".c++", ".cp", ".CPP", ".i", ".ii", ".s", ".S", ".sx", ".m"};
constexpr std::array<std::string_view, 8> c_plus_plus_endings = {".cc",  ".cpp", ".cxx", ".C",
                                                                 ".c++", ".cp",  ".CPP", ".ii"};

std::string ending_of(const std::string& path) {
  return std::filesystem::path(path).extension().string();
}

Role role_of_option(const std::string& word) {
  if (word == "-o") return Role::output;
  if (is_one_of(word, stages)) return Role::stage;
  if (is_one_of(word, dependencies)) return Role::dependencies;
  if (word.starts_with("-O")) return Role::optimisation;
  if (is_one_of(word, linking)) return Role::linking;
  const bool is_joined = word.starts_with("-Wl,") || word.starts_with("-l") ||
                         word.starts_with("-L") || word.starts_with("-fuse-ld=");
  return is_joined ? Role::linking : Role::other;
}

bool is_joined_output(const std::string& word) {
  return word.starts_with("-o") && word.size() > 2 && !word.starts_with("-object");
}

}  // namespace

bool is_source_file(const std::string& path) { return is_one_of(ending_of(path), source_endings); }

bool is_c_plus_plus_file(const std::string& path) {
  return is_one_of(ending_of(path), c_plus_plus_endings);
}

std::vector<CompilerArgument> parse_compiler_arguments(std::span<const std::string> words) {
  std::vector<CompilerArgument> result;
  std::string language;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!word.starts_with('-') || word == "-") {
      const bool is_source = !language.empty() || word == "-" || is_source_file(word);
      result.push_back({is_source ? Role::source : Role::input, {word}, language});
    } else if (word == "-x" || (word.starts_with("-x") && word != "-xc++-header")) {
      language = word.size() > 2 ? word.substr(2) : i + 1 < words.size() ? words[++i] : "";
      if (language == "none") language.clear();
    } else if (is_joined_output(word)) {
      result.push_back({Role::output, {"-o", word.substr(2)}, ""});
    } else if (is_one_of(word, with_value) && i + 1 < words.size()) {
      result.push_back({role_of_option(word), {word, words[i + 1]}, ""});
      ++i;
    } else {
      result.push_back({role_of_option(word), {word}, ""});
    }
  }
  return result;
}

std::vector<std::string> words_of_response_file(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool has_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      has_word = true;
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
      has_word = true;
    } else if (quote == 0 && is_space) {
      if (has_word) words.push_back(std::move(word));
      word.clear();
      has_word = false;
    } else {
      word += c;
      has_word = true;
    }
  }
  if (has_word) words.push_back(std::move(word));
  return words;
}

std::vector<std::string> files_of_dependency_file(const std::string& text) {
  std::vector<std::string> files;
  const std::size_t colon = text.find(": ");
  if (colon == std::string::npos) return files;
  std::string file;
  for (std::size_t i = colon + 2; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '\n';
    const bool is_escaped_space = c == '\\' && i + 1 < text.size() && text[i + 1] == ' ';
    if (is_escaped_space) {
      file += text[++i];
    } else if (c == ' ' || c == '\n' || (c == '\\' && i + 1 < text.size() && text[i + 1] == '\n')) {
      if (!file.empty()) files.push_back(std::move(file));
      file.clear();
    } else {
      file += c;
    }
  }
  return files;
}

}  // namespace mazurka::cli
