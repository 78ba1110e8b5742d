#include "cli/native_build/compiler_command.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "cli/files.h"
#include "cli/native_build/instrumentation.h"
#include "cli/native_build/link_record.h"
#include "cli/native_build/process.h"
#include "cli/native_build/runtime_files.h"
#include "cli/native_build/words.h"
#include "core/user_error.h"

namespace mazurka::cli {

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// Expands response files. One that cannot be read is left to the compiler, which reports it.
Words with_response_files(const Words& words) {
  Words all;
  for (const std::string& word : words) {
    const bool is_response_file =
        word.size() > 1 && word.starts_with('@') && exists(word.substr(1));
    if (!is_response_file) {
      all.push_back(word);
      continue;
    }
    const Words inside = with_response_files(words_of_response_file(read_file(word.substr(1))));
    all.insert(all.end(), inside.begin(), inside.end());
  }
  return all;
}

// Returns whether an object is known not to be instrumented, without harm: test frameworks lock
// what they share, and libraries of the system are never instrumented.
bool is_known_unseen(const std::string& file) {
  const std::string name = file.substr(file.rfind('/') + 1);
  return file.starts_with("/usr/lib/") || file.starts_with("/lib/") ||
         name.starts_with("libgtest") || name.starts_with("libgmock");
}

// Returns the objects that are linked, or may be, without instrumentation.
Words unseen_objects(const BuildPlan& plan) {
  Words objects;
  for (const std::string& file : plan.linked) {
    if (!exists(file) || is_known_unseen(file)) continue;
    const bool is_shared = file.find(".so") != std::string::npos;
    const Words nm =
        is_shared ? Words{"nm", "-D", "-A", "-P", file} : Words{"nm", "-A", "-P", file};
    const Words found = uninstrumented_objects(output_of(nm));
    objects.insert(objects.end(), found.begin(), found.end());
  }
  return objects;
}

void warn_of_unseen_code(const Words& objects, std::ostream& err) {
  if (objects.empty()) return;
  err << "mazurka: warning: not compiled by mazurka, so its memory accesses are not checked:";
  const std::size_t shown = objects.size() > 8 ? 7 : objects.size();
  for (std::size_t i = 0; i < shown; ++i) err << (i == 0 ? " " : ", ") << objects[i];
  if (shown < objects.size()) err << " and " << objects.size() - shown << " more";
  err << "\n";
}

void warn_of_functions(const std::string& what, const Words& functions, std::ostream& err) {
  if (functions.empty()) return;
  err << "mazurka: warning: " << what;
  const std::size_t shown = functions.size() > 8 ? 7 : functions.size();
  for (std::size_t i = 0; i < shown; ++i) err << (i == 0 ? " " : ", ") << functions[i];
  if (shown < functions.size()) err << " and " << functions.size() - shown << " more";
  err << "\n";
}

// Returns the functions with inline assembly whose memory accesses are not seen.
Words warn_of_code(const std::string& program, std::ostream& err) {
  const std::string code =
      output_of(Words{"objdump", "-d", "-C", "-j", ".text", "--no-show-raw-insn", program});
  const Words with_assembly = functions_with_atomic_instructions(code);
  warn_of_functions(
      "inline assembly with atomic instructions, whose memory accesses are not checked, in",
      with_assembly, err);
  warn_of_functions(
      "not atomic, since only functions that are defined in the source file itself, not in a file "
      "that it includes, are noticed by their names (__VERIFIER_atomic_begin and _end work "
      "everywhere):",
      unwatched_atomic_functions(code), err);
  return with_assembly;
}

std::string map_of(const BuildPlan& plan) {
  return !plan.map_file.empty() && exists(plan.map_file) ? read_file(plan.map_file) : "";
}

// Returns what the program consists of that is not seen. Shared libraries are found when it runs.
// Functions of objects that are not seen have atomic instructions, too: they are not listed again.
std::vector<NotCovered> unseen_parts(const BuildPlan& plan, const Words& objects,
                                     const Words& functions) {
  const std::string map = map_of(plan);
  std::vector<NotCovered> list;
  for (const std::string& object : linked_objects(objects, map))
    if (object.find(".so") == std::string::npos) list.push_back(unseen_object(object));
  const bool is_all_seen = list.empty();
  for (const std::string& archive : system_archives(map)) list.push_back(unseen_library(archive));
  if (is_all_seen)
    for (const std::string& function : functions) list.push_back(unseen_assembly(function));
  return list;
}

void record_unseen_parts(const std::string& program, const std::vector<NotCovered>& list,
                         std::ostream& err) {
  const bool is_file = std::filesystem::is_regular_file(program);
  if (list.empty() || !is_file) return;
  const ScratchFolder folder;
  if (write_link_record(program, list, folder.path() + "/record")) return;
  err << "mazurka: warning: cannot record in '" << program
      << "' which parts of it were not compiled by mazurka: its verdicts will not name them\n";
}

// Returns the file that the last step writes.
std::string program_of(const BuildPlan& plan) {
  const Words& step = plan.steps.back();
  const auto option = std::ranges::find(step, "-o");
  if (option != step.end() && option + 1 != step.end()) return *(option + 1);
  return "a.out";
}

// Returns the compiler with symbolic links resolved, because the name "/usr/bin/c++" does not tell
// which compiler it is.
std::string with_known_name(const std::string& compiler) {
  const std::string name = compiler.substr(compiler.rfind('/') + 1);
  for (const char* const known : {"gcc", "g++", "clang"})
    if (name.find(known) != std::string::npos) return compiler;
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(compiler, error);
  return error ? compiler : target.string();
}

void require_other_than_us(const std::string& compiler) {
  if (std::filesystem::path(compiler).filename() != "mazurka") return;
  throw UserError("", "the compiler to use is mazurka itself ('" + compiler + "')",
                  "name gcc or clang; a build whose compiler is 'mazurka c++' needs no launcher");
}

}  // namespace

std::string take_compiler(Words& words) {
  static constexpr std::string_view option = "--compiler=";
  std::string wanted;
  // As a launcher of CMake, the next word is the compiler that would have run.
  if (words.size() > 1 && words.front() == "--compiler") {
    wanted = with_known_name(words[1]);
    words.erase(words.begin(), words.begin() + 2);
  }
  std::erase_if(words, [&](const std::string& word) {
    if (!word.starts_with(option)) return false;
    wanted = word.substr(option.size());
    return true;
  });
  return wanted;
}

BuildTools build_tools(const std::string& wanted, const std::string& temporary) {
  const std::string c = wanted.empty() ? environment("MAZURKA_CC") : wanted;
  const std::string cxx = wanted.empty() ? environment("MAZURKA_CXX") : wanted;
  require_other_than_us(c);
  require_other_than_us(cxx);
  return {.c = compiler_for(Language::c, c),
          .cxx = compiler_for(Language::cxx, cxx),
          .files = find_runtime_files(),
          .temporary = temporary};
}

int run_build(const BuildPlan& plan, bool& was_interrupted, std::ostream& err) {
  for (const std::string& note : plan.notes) err << "mazurka: note: " << note << "\n";
  Words objects;
  for (const Words& step : plan.steps) {
    if (&step == &plan.steps.back()) {
      objects = unseen_objects(plan);
      warn_of_unseen_code(objects, err);
    }
    err.flush();
    const ChildEnd end = run_child(step);
    was_interrupted = end.was_interrupted;
    if (end.status != 0 || was_interrupted) return end.status != 0 ? end.status : 130;
  }
  const std::string result = program_of(plan);
  Words functions;
  if (plan.makes_program) functions = warn_of_code(result, err);
  record_unseen_parts(result, unseen_parts(plan, objects, functions), err);
  return 0;
}

int run_compiler(const CompilerCommand& command, std::ostream& err) {
  Words words = command.arguments;
  const std::string wanted = take_compiler(words);
  words = with_response_files(words);
  const std::string nowhere = "/nowhere";
  const BuildPlan first_look =
      plan_compiler_call(words, command.language, build_tools(wanted, nowhere));
  if (first_look.steps.size() == 1 && first_look.linked.empty() && first_look.notes.empty() &&
      !first_look.makes_program)
    become(first_look.steps.front());

  const ScratchFolder folder;
  const BuildTools tools = build_tools(wanted, folder.path());
  const BuildPlan plan = plan_compiler_call(words, command.language, tools);
  if (plan.makes_program) require_runtime(tools.files);
  bool was_interrupted = false;
  return run_build(plan, was_interrupted, err);
}

}  // namespace mazurka::cli
