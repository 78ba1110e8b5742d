#include "litmus/expectations.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace mazurka::litmus {
namespace {

std::string text_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::vector<model::Define> defines_in(const std::string& text) {
  static const std::regex define("-D ([A-Za-z_0-9]+)=(-?[0-9]+)");
  std::vector<model::Define> defines;
  for (auto found = std::sregex_iterator(text.begin(), text.end(), define);
       found != std::sregex_iterator(); ++found)
    defines.push_back({(*found)[1], std::stoll((*found)[2])});
  return defines;
}

// Returns the name of a test, with letters, digits and underscores only, as GoogleTest requires.
std::string name_with(const std::string& model, const std::vector<model::Define>& defines) {
  std::string name = model;
  for (const model::Define& define : defines)
    name += "_" + define.name + "_" + std::to_string(define.value);
  return name;
}

void set(Expectation& expectation, const std::string& what, const std::string& value) {
  if (what == "brute force") {
    expectation.too_large_for_brute_force = true;
    return;
  }
  const std::uint64_t count = std::stoull(value);
  if (what == "traces") expectation.traces = count;
  if (what == "traces as locks") expectation.traces_as_locks = count;
  if (what == "traces by effect") expectation.traces_by_effect = count;
  if (what == "traces by effect as locks") expectation.traces_by_effect_as_locks = count;
  if (what == "em") expectation.em = count;
  if (what == "em states") expectation.em_states = count;
  if (what == "deadlocks") expectation.deadlocks = count;
  if (what == "blocked") expectation.blocked = count;
  if (what == "errors") expectation.errors = count;
}

// Sets the counts that are not given. Without handlers, handlers as locks change nothing. By
// effect, most models have as many traces as in the papers.
void complete(Expectation& expectation) {
  const auto program = model::load(expectation.source, expectation.name, expectation.defines);
  if (program->registry().handler_count() == 0) {
    expectation.traces_as_locks = expectation.traces;
    if (!expectation.traces_by_effect_as_locks)
      expectation.traces_by_effect_as_locks = expectation.traces_by_effect;
  }
  if (!expectation.traces_by_effect) expectation.traces_by_effect = expectation.traces;
  if (!expectation.traces_by_effect_as_locks)
    expectation.traces_by_effect_as_locks = expectation.traces_as_locks;
}

}  // namespace

std::vector<Expectation> read_expectations(const std::string& name, const std::string& source) {
  static const std::regex line(
      R"(// (traces|traces as locks|traces by effect|traces by effect as locks|em|em states|)"
      R"(deadlocks|blocked|errors|)"
      R"(brute force(?=[^:]*: no$)))"
      R"(((?: -D [^ :]+)*): ([0-9]+|no))");
  std::vector<Expectation> found;
  std::istringstream lines(source);
  for (std::string text; std::getline(lines, text);) {
    std::smatch match;
    if (!std::regex_match(text, match, line)) continue;
    const std::vector<model::Define> defines = defines_in(match[2]);
    const std::string full_name = name_with(name, defines);
    auto entry = std::ranges::find(found, full_name, &Expectation::name);
    if (entry == found.end()) {
      Expectation& added = found.emplace_back();
      added.name = full_name;
      added.source = source;
      added.defines = defines;
      entry = found.end() - 1;
    }
    set(*entry, match[1], match[3]);
  }
  for (Expectation& expectation : found) complete(expectation);
  return found;
}

std::vector<Expectation> expectations_in(const std::string& folder) {
  const std::filesystem::path root(MAZURKA_TEST_ROOT);
  std::vector<Expectation> result;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
    const std::filesystem::path& file = entry.path();
    if (file.extension() != ".mzk") continue;
    const auto found = read_expectations(file.stem().string(), text_of(file));
    if (found.empty()) throw std::runtime_error(file.string() + " promises no counts");
    for (Expectation expectation : found) {
      expectation.file = std::filesystem::relative(file, root).string();
      result.push_back(std::move(expectation));
    }
  }
  std::ranges::sort(result, {}, &Expectation::name);
  return result;
}

}  // namespace mazurka::litmus
