#include "cli/native_build/build_plan.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "cli/files.h"
#include "cli/native_build/words.h"

namespace mazurka::cli {

namespace {

using Arguments = std::vector<CompilerArgument>;
using Role = CompilerArgument::Role;

// --- What cannot work ---------------------------------------------------------------------------

// Returns why an argument has to be dropped: empty if it can stay, "-" if it is dropped silently.
std::string why_not(const std::string& word) {
  if (word == "-static" || word == "-static-pie") return "a checked program needs shared libraries";
  if (word.starts_with("-fsanitize=")) return "mazurka has its own instrumentation and checks";
  if (word.starts_with("-flto")) return "optimisation across files would undo the instrumentation";
  const bool is_silent = word.starts_with("-fno-sanitize") || word.starts_with("-fsanitize-") ||
                         word == "-ffat-lto-objects" || word == "-fuse-linker-plugin" ||
                         word == "-pie" || word == "-s" || word == "-g0" ||
                         word.starts_with("-Wp,-D_FORTIFY_SOURCE");
  return is_silent ? "-" : "";
}

// Drops arguments that cannot work, and adds a note for each.
Words remove_impossible(Arguments& arguments) {
  Words notes;
  std::erase_if(arguments, [&](const CompilerArgument& argument) {
    const std::string why = why_not(argument.words.front());
    if (why.size() > 1) notes.push_back(argument.words.front() + " is ignored: " + why);
    return !why.empty();
  });
  std::ranges::sort(notes);
  notes.erase(std::unique(notes.begin(), notes.end()), notes.end());
  return notes;
}

bool has_word(const Arguments& arguments, const std::string& word) {
  return std::ranges::any_of(
      arguments, [&](const CompilerArgument& argument) { return argument.words.front() == word; });
}

bool defines_ndebug(const Arguments& arguments) {
  return std::ranges::any_of(arguments, [](const CompilerArgument& argument) {
    const std::string& last = argument.words.back();
    return last.starts_with("-DNDEBUG") || (argument.words.front() == "-D" && last == "NDEBUG");
  });
}

void note_consequences(Words& notes, const Arguments& arguments, CompilerFamily family) {
  if (fidelity_of(arguments, family) == Fidelity::loose)
    notes.push_back(
        "at this optimisation level the compiler may merge or remove memory accesses, and "
        "mazurka misses errors that depend on them (" +
        std::string(family == CompilerFamily::gcc ? "-O1 and -O0 keep them)" : "-O0 keeps them)"));
  if (defines_ndebug(arguments)) notes.emplace_back("NDEBUG is defined: assert checks nothing");
}

// --- Words of one step --------------------------------------------------------------------------

template <class Wanted>
Words words_of(const Arguments& arguments, Wanted wanted) {
  Words words;
  std::string language;  // the -x that is in force
  for (const CompilerArgument& argument : arguments) {
    if (!wanted(argument)) continue;
    const bool is_file = argument.role == Role::source || argument.role == Role::input;
    if (is_file && argument.language != language) {
      language = argument.language;
      append(words, {"-x", language.empty() ? "none" : language});
    }
    append(words, argument.words);
  }
  if (!language.empty()) append(words, {"-x", "none"});
  return words;
}

bool is_for_compiling(const CompilerArgument& argument) {
  return argument.role == Role::other || argument.role == Role::optimisation;
}

SourceKind kind_of(const std::string& source) {
  return exists(source) && names_atomic_function(read_file(source))
             ? SourceKind::with_atomic_functions
             : SourceKind::plain;
}

Words compile_step(const Compiler& compiler, const Arguments& arguments, const Words& own_words,
                   const std::string& include, SourceKind kind) {
  const CompileFlags flags = compile_flags(compiler, arguments, include, kind);
  Words step = {compiler.program};
  append(step, flags.before);
  append(step, own_words);
  append(step, flags.after);
  return step;
}

// Lets the linker say what it linked, if the plan links anything that may lack instrumentation.
// REQUIRES: plan.linked is complete.
Words map_words(BuildPlan& plan, const Arguments& arguments, const BuildTools& tools) {
  const bool has_libraries = std::ranges::any_of(arguments, [](const CompilerArgument& argument) {
    return argument.role == Role::linking && argument.words.front().starts_with("-l");
  });
  if (plan.linked.empty() && !has_libraries) return {};
  plan.map_file = tools.temporary + "/map";
  return {"-Wl,-Map=" + plan.map_file};
}

// --- Plans --------------------------------------------------------------------------------------

class CompilerCall {
 public:
  CompilerCall(std::span<const std::string> words, Language driver, const BuildTools& tools)
      : words_(words.begin(), words.end()),
        compiler_(driver == Language::c ? tools.c : tools.cxx),
        tools_(tools),
        arguments_(parse_compiler_arguments(words)) {
    notes_ = remove_impossible(arguments_);
  }

  BuildPlan plan() {
    if (!has_role(Role::source) && !has_role(Role::input)) return as_it_is();
    if (has_role(Role::stage)) return compile_only();
    note_consequences(notes_, arguments_, compiler_.family);
    BuildPlan plan{.notes = notes_};
    compile_sources(plan);
    link(plan);
    return plan;
  }

 private:
  [[nodiscard]] bool has_role(Role role) const {
    return std::ranges::find(arguments_, role, &CompilerArgument::role) != arguments_.end();
  }

  // Plans the unchanged call: --version, -dumpmachine, -print-search-dirs …
  [[nodiscard]] BuildPlan as_it_is() const {
    Words step = {compiler_.program};
    append(step, words_);
    return {.steps = {step}};
  }

  [[nodiscard]] BuildPlan compile_only() const {
    const Words words = words_of(arguments_, [](const CompilerArgument&) { return true; });
    SourceKind kind = SourceKind::plain;
    for (const CompilerArgument& argument : arguments_)
      if (argument.role == Role::source) kind = std::max(kind, kind_of(argument.value()));
    return {.steps = {compile_step(compiler_, arguments_, words, tools_.files.include, kind)}};
  }

  // Compiles the sources among the arguments into objects.
  void compile_sources(BuildPlan& plan) {
    std::size_t count = 0;
    for (CompilerArgument& argument : arguments_) {
      if (argument.role != Role::source) continue;
      plan.needs_temporary = true;
      const std::string object = tools_.temporary + "/" + std::to_string(count++) + ".o";
      Words words = words_of(arguments_, is_for_compiling);
      append(words, dependency_words(argument.value()));
      if (!argument.language.empty()) append(words, {"-x", argument.language});
      append(words, {"-c", argument.value(), "-o", object});
      plan.steps.push_back(compile_step(compiler_, arguments_, words, tools_.files.include,
                                        kind_of(argument.value())));
      argument = {Role::input, {object}, ""};
    }
  }

  // Returns the options that write one dependency file, as a single command would: beside the
  // program, with the program as its target.
  [[nodiscard]] Words dependency_words(const std::string& source) const {
    Words words = words_of(arguments_, [](const CompilerArgument& argument) {
      return argument.role == Role::dependencies;
    });
    if (words.empty()) return words;
    const auto lacks = [&](const char* word) { return !has_word(arguments_, word); };
    if (lacks("-MF")) append(words, {"-MF", std::filesystem::path(source).stem().string() + ".d"});
    if (lacks("-MT") && lacks("-MQ")) append(words, {"-MT", output()});
    return words;
  }

  [[nodiscard]] std::string output() const {
    std::string file = "a.out";
    for (const CompilerArgument& argument : arguments_)
      if (argument.role == Role::output) file = argument.value();
    return file;
  }

  void link(BuildPlan& plan) const {
    // A shared library or a relocatable object finds the runtime in the program that it becomes
    // part of.
    plan.makes_program = !has_word(arguments_, "-shared") && !has_word(arguments_, "-r");
    plan.linked = linked();
    Words step = {compiler_.program};
    if (plan.makes_program) append(step, link_flags(tools_.files));
    append(step, map_words(plan, arguments_, tools_));
    append(step, words_of(arguments_, [](const CompilerArgument& argument) {
             return argument.role != Role::dependencies;
           }));
    plan.steps.push_back(std::move(step));
  }

  // Returns files of the command line, and what -l finds in the folders of -L. Libraries of the
  // system are skipped, because they are known not to be instrumented.
  [[nodiscard]] Words linked() const {
    Words files;
    Words folders;
    for (const CompilerArgument& argument : arguments_) {
      const std::string& word = argument.words.front();
      if (argument.role == Role::input && !argument.value().starts_with(tools_.temporary + "/"))
        files.push_back(argument.value());
      if (word.starts_with("-L")) folders.push_back(joined_value(argument));
    }
    for (const CompilerArgument& argument : arguments_)
      if (argument.role == Role::linking && argument.words.front().starts_with("-l"))
        for (const std::string& folder : folders)
          for (const char* ending : {".so", ".a"})
            files.push_back(folder + "/lib" + joined_value(argument) + ending);
    return files;
  }

  // Returns x for "-Lx" and for "-L x".
  static std::string joined_value(const CompilerArgument& argument) {
    return argument.words.size() > 1 ? argument.words.back() : argument.words.front().substr(2);
  }

  Words words_;
  const Compiler& compiler_;
  const BuildTools& tools_;
  Arguments arguments_;
  Words notes_;
};

// Removes the -std= options of the other language. The default for C++ is C++20, whatever that of
// the compiler.
void keep_standard_of(bool is_c_plus_plus, Arguments& arguments) {
  const auto is_standard = [](const CompilerArgument& argument) {
    return argument.words.front().starts_with("-std=");
  };
  std::erase_if(arguments, [&](const CompilerArgument& argument) {
    const bool is_for_c_plus_plus = argument.words.front().find("++") != std::string::npos;
    return is_standard(argument) && is_for_c_plus_plus != is_c_plus_plus;
  });
  if (is_c_plus_plus && std::ranges::none_of(arguments, is_standard))
    arguments.push_back({Role::other, {"-std=gnu++20"}, ""});
}

std::string object_file(const BuildTools& tools, std::size_t index) {
  return tools.temporary + "/" + std::to_string(index) + ".o";
}

}  // namespace

BuildPlan plan_compiler_call(std::span<const std::string> words, Language driver,
                             const BuildTools& tools) {
  return CompilerCall(words, driver, tools).plan();
}

std::string dependency_file(const BuildTools& tools, std::size_t index) {
  return tools.temporary + "/" + std::to_string(index) + ".d";
}

BuildPlan plan_program(std::span<const std::string> sources, std::span<const std::string> flags,
                       const std::string& program, const BuildTools& tools) {
  Arguments arguments = parse_compiler_arguments(flags);
  BuildPlan plan{.makes_program = true, .needs_temporary = true};
  plan.notes = remove_impossible(arguments);
  note_consequences(plan.notes, arguments, tools.cxx.family);
  const bool has_c_plus_plus = std::ranges::any_of(sources, is_c_plus_plus_file);
  Words link = {has_c_plus_plus ? tools.cxx.program : tools.c.program, "-o", program};
  append(link, link_flags(tools.files));
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!is_source_file(sources[i])) {
      link.push_back(sources[i]);
      plan.linked.push_back(sources[i]);
      continue;
    }
    const bool is_c_plus_plus = is_c_plus_plus_file(sources[i]);
    Arguments own = arguments;
    keep_standard_of(is_c_plus_plus, own);
    Words words = words_of(own, is_for_compiling);
    append(words, {"-MMD", "-MF", dependency_file(tools, i), "-c", sources[i], "-o",
                   object_file(tools, i)});
    plan.steps.push_back(compile_step(is_c_plus_plus ? tools.cxx : tools.c, own, words,
                                      tools.files.include, kind_of(sources[i])));
    link.push_back(object_file(tools, i));
  }
  append(link, words_of(arguments, [](const CompilerArgument& argument) {
           return argument.role == Role::linking;
         }));
  append(link, map_words(plan, arguments, tools));
  plan.steps.push_back(std::move(link));
  return plan;
}

}  // namespace mazurka::cli
