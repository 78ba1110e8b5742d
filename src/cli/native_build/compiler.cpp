#include "cli/native_build/compiler.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "cli/native_build/words.h"

namespace mazurka::cli {

namespace {

using Role = CompilerArgument::Role;

// "clang++-14" → "clang", "-14". Empty if it is neither gcc nor clang.
struct Name {
  std::string family;
  std::string version;
};

Name parse_name(const std::string& file) {
  for (const std::string known : {"clang++", "clang", "g++", "gcc"}) {
    const std::size_t at = file.rfind(known);
    if (at == std::string::npos) continue;
    return {file.substr(0, at) + (known.starts_with("clang") ? "clang" : "gcc"),
            file.substr(at + known.size())};
  }
  return {};
}

std::string with_language(const Name& name, Language language) {
  if (language == Language::c) return name.family + name.version;
  if (name.family.ends_with("clang")) return name.family + "++" + name.version;
  return name.family.substr(0, name.family.size() - 2) + "++" + name.version;  // gcc → g++
}

bool has(std::span<const CompilerArgument> arguments, std::initializer_list<const char*> words) {
  return std::ranges::any_of(arguments, [&](const CompilerArgument& argument) {
    return std::ranges::find(words, argument.words.front()) != words.end();
  });
}

bool defines(std::span<const CompilerArgument> arguments, const std::string& name) {
  return std::ranges::any_of(arguments, [&](const CompilerArgument& argument) {
    std::string text = argument.words.front();
    if (text == "-D" && argument.words.size() > 1) text += argument.words.back();
    return text == "-D" + name || text.starts_with("-D" + name + "=");
  });
}

// gcc declares the hooks of ThreadSanitizer `leaf` and would move stores of static variables across
// them; -fno-ipa-reference prevents this. Volatile accesses have separate hooks.
const Words gcc_flags = {"--param=tsan-distinguish-volatile=1", "-fno-ipa-reference", "-Wno-tsan"};
// Flags that disable the passes of -O1 that merge, move or delete memory accesses.
const Words gcc_careful_flags = {"-fno-tree-fre",      "-fno-tree-pre",
                                 "-fno-tree-dse",      "-fno-tree-loop-im",
                                 "-fno-tree-sink",     "-fno-tree-dominator-opts",
                                 "-fno-ssa-phiopt",    "-fno-tree-loop-distribute-patterns",
                                 "-fno-store-merging", "-fno-ipa-pure-const"};
// Without -tsan-instrument-read-before-write clang does not call the hook for the read of `x++`,
// even at -O0.
const Words clang_flags = {"-mllvm",
                           "-tsan-instrument-read-before-write=1",
                           "-mllvm",
                           "-tsan-distinguish-volatile=1",
                           "-fno-vectorize",
                           "-fno-slp-vectorize",
                           "-Qunused-arguments"};  // with -E, or for assembler files

}  // namespace

Compiler compiler_for(Language language, const std::string& wanted) {
  namespace fs = std::filesystem;
  if (wanted.empty()) return {language == Language::c ? "gcc" : "g++", CompilerFamily::gcc};
  const fs::path path(wanted);
  const Name name = parse_name(path.filename().string());
  if (name.family.empty()) return {wanted, CompilerFamily::gcc};  // "cc", or a wrapper
  const fs::path program = path.parent_path() / with_language(name, language);
  return {program.string(),
          name.family.ends_with("clang") ? CompilerFamily::clang : CompilerFamily::gcc};
}

Fidelity fidelity_of(std::span<const CompilerArgument> arguments, CompilerFamily family) {
  std::string level = "-O0";
  for (const CompilerArgument& argument : arguments)
    if (argument.role == Role::optimisation) level = argument.words.front();  // the last one counts
  if (level == "-O0") return Fidelity::exact;
  const bool is_light = level == "-O" || level == "-O1" || level == "-Og";
  return is_light && family == CompilerFamily::gcc ? Fidelity::careful : Fidelity::loose;
}

bool names_atomic_function(std::string_view text) {
  constexpr std::string_view prefix = "__VERIFIER_atomic_";
  for (std::size_t at = text.find(prefix); at != std::string_view::npos;
       at = text.find(prefix, at + 1)) {
    std::string_view rest = text.substr(at + prefix.size());
    const auto is_in_name = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    rest = rest.substr(
        0, static_cast<std::size_t>(std::ranges::find_if_not(rest, is_in_name) - rest.begin()));
    if (!rest.empty() && rest != "begin" && rest != "end") return true;
  }
  return false;
}

CompileFlags compile_flags(const Compiler& compiler, std::span<const CompilerArgument> arguments,
                           const std::string& include, SourceKind kind) {
  CompileFlags flags{
      .before = {"-g", "-O0"},
      .after = {"-fsanitize=thread", "-fno-builtin", "-fno-omit-frame-pointer", "-fno-plt",
                "-ftrivial-auto-var-init=pattern", "-U_FORTIFY_SOURCE", "-fno-lto", "-pthread"}};
  if (!has(arguments, {"-fPIC", "-fpic"})) flags.after.insert(flags.after.begin(), "-fPIE");
  if (compiler.family == CompilerFamily::clang) append(flags.after, clang_flags);
  if (compiler.family == CompilerFamily::gcc) append(flags.after, gcc_flags);
  if (kind == SourceKind::with_atomic_functions)
    flags.after.emplace_back("-fno-inline");
  else
    flags.after.emplace_back(compiler.family == CompilerFamily::gcc
                                 ? "--param=tsan-instrument-func-entry-exit=0"
                                 : "-fno-sanitize-thread-func-entry-exit");
  if (fidelity_of(arguments, compiler.family) == Fidelity::careful)
    append(flags.after, gcc_careful_flags);
  // This instantiates the code of std::string in the program, where it is instrumented.
  if (!defines(arguments, "_GLIBCXX_ASSERTIONS")) flags.after.emplace_back("-D_GLIBCXX_ASSERTIONS");
  append(flags.after, {"-DMAZURKA_CHECKED=1", "-isystem", include});
  return flags;
}

std::vector<std::string> link_flags(const RuntimeFiles& files) {
  const std::string folder = std::filesystem::path(files.runtime).parent_path().string();
  return {"-no-pie",
          "-Wl,-z,now",
          "-pthread",
          "-Wl,--push-state,--no-as-needed",
          files.runtime,
          "-Wl,--pop-state",
          "-Wl,-rpath," + folder};
}

}  // namespace mazurka::cli
