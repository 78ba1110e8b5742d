#include "cli/front_end.h"

#include <charconv>
#include <optional>

#include "cli/files.h"
#include "cli/program_hash.h"
#include "core/user_error.h"
#include "program/model/model.h"
#include "program/recorded/recorded.h"

namespace mazurka::cli {

namespace {

bool is_name(std::string_view text) {
  if (text.empty() || (text.front() >= '0' && text.front() <= '9')) return false;
  return text.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
         std::string_view::npos;
}

std::optional<std::int64_t> integer(std::string_view text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

}  // namespace

model::Define define_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  if (!is_name(name))
    throw UserError("", "-D '" + text + "' does not start with the name of a constant",
                    "for example -D N=3");
  if (equals == std::string::npos) return {name, 1};
  const auto value = integer(std::string_view(text).substr(equals + 1));
  if (!value)
    throw UserError("", "-D '" + text + "': '" + text.substr(equals + 1) + "' is not an integer",
                    "for example -D " + name + "=3");
  return {name, *value};
}

namespace {

// Returns a function for LoadedProgram::identity.
std::function<ProgramIdentity(std::optional<bool>)> identity_of(
    std::vector<ProgramIdentity::Part> parts) {
  ProgramIdentity result;
  result.add("version of names and events", std::to_string(names_version));
  for (ProgramIdentity::Part& part : parts) result.add(std::move(part.name), std::move(part.value));
  return [result](std::optional<bool>) { return result; };
}

// Throws UserError if options for C and C++ are given. `kind` names the program: "a model".
void refuse_native_options(const ProgramToLoad& wanted, const std::string& kind) {
  const std::string& file = wanted.files.front();
  if (!wanted.compiler_flags.empty())
    throw UserError("", kind + " is not compiled: '" + wanted.compiler_flags.front() +
                            "' is for C and C++ programs");
  if (wanted.native_options.empty()) return;
  const std::string& option = wanted.native_options.front();
  throw UserError("", option + " is for C and C++ programs",
                  "'" + file + "' is " + kind + ": leave " + option + " out");
}

void refuse_every_operation(const ProgramToLoad& wanted) {
  if (wanted.every_operation)
    throw UserError("", "--every-operation is for recorded traces",
                    "'" + wanted.files.front() + "' is a model: leave --every-operation out");
}

LoadedProgram load_model(const ProgramToLoad& wanted) {
  const std::string& file = wanted.files.front();
  refuse_native_options(wanted, "a model");
  refuse_every_operation(wanted);
  if (wanted.files.size() > 1)
    throw UserError("", "a model is one file, but '" + wanted.files[1] + "' follows '" + file + "'",
                    "check the models separately");
  if (!wanted.arguments.empty())
    throw UserError(
        "", "a model takes no arguments, but '" + wanted.arguments.front() + "' follows '--'",
        "use -D NAME=VALUE to set a constant of a model");
  std::vector<model::Define> defines;
  for (const std::string& text : wanted.defines) defines.push_back(define_of(text));
  const std::string source = read_file(file);
  model::Options options{.instances = wanted.instances, .main = wanted.main};
  if (wanted.max_depth != 0) options.max_depth = wanted.max_depth;
  std::string values;
  for (const std::string& text : wanted.defines) values += (values.empty() ? "" : " ") + text;
  return {model::load(source, file, defines, options), program_hash(source, wanted.defines),
          identity_of({{"the model", "hash " + program_hash(source, {})},
                       {"-D", values},
                       {"--instances", std::to_string(options.instances)},
                       {"--max-depth", std::to_string(options.max_depth)},
                       {"--main", options.main}})};
}

// Returns the file of a recorded trace, given as a folder with trace.txt or as that file, or
// nothing.
std::optional<std::string> trace_file(const std::string& path) {
  if (is_folder(path)) {
    const std::string file = path + (path.ends_with('/') ? "" : "/") + "trace.txt";
    return exists(file) ? std::optional(file) : std::nullopt;
  }
  const bool is_trace = path == "trace.txt" || path.ends_with("/trace.txt");
  return is_trace && exists(path) ? std::optional(path) : std::nullopt;
}

LoadedProgram load_recorded(const ProgramToLoad& wanted, const std::string& file) {
  refuse_native_options(wanted, "a recorded trace");
  if (wanted.files.size() > 1)
    throw UserError("",
                    "a recorded trace is one folder, but '" + wanted.files[1] + "' follows '" +
                        wanted.files.front() + "'",
                    "check the traces separately");
  if (!wanted.arguments.empty() || !wanted.defines.empty())
    throw UserError("", "a recorded trace takes neither arguments nor -D");
  const std::string text = read_file(file);
  const std::string beside =
      file.substr(0, file.size() - std::string_view("trace.txt").size()) + "dependence.txt";
  const bool has_order = exists(beside);
  const std::string order = has_order ? read_file(beside) : "";
  return {
      recorded::load({file, text}, {has_order ? beside : "", order}, wanted.every_operation),
      program_hash(text, std::vector<std::string>{wanted.every_operation ? order + "\n*" : order}),
      identity_of({{"trace.txt", "hash " + program_hash(text, {})},
                   {"dependence.txt", has_order ? "hash " + program_hash(order, {}) : "not there"},
                   {"--every-operation", wanted.every_operation ? "given" : "not given"}})};
}

}  // namespace

LoadedProgram load_program(const ProgramToLoad& wanted) {
  const std::string& file = wanted.files.front();
  if (file.ends_with(".mzk")) return load_model(wanted);
  if (const auto trace = trace_file(file)) return load_recorded(wanted, *trace);
  if (exists(file + ".mzk"))
    throw UserError("", "'" + file + "' is not a program that mazurka can check",
                    "did you mean '" + file + ".mzk'?");
  if (is_folder(file))
    throw UserError("", "there is no file trace.txt in the folder '" + file + "'",
                    "a folder can only be checked if it holds a recorded trace");
  if (!exists(file)) (void)read_file(file);  // throws an error that says why
  throw UserError(
      "", "'" + file + "' is not a program that mazurka can check",
      "a program is a model (.mzk), C or C++ sources, an executable built with 'mazurka c++', "
      "or a folder with a recorded trace.txt");
}

}  // namespace mazurka::cli
