#include "cli/option_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/user_error.h"
#include "explore/algorithm/random.h"

namespace mazurka::cli {

namespace {

[[noreturn]] void wrong_value(const std::string& option, const std::string& text,
                              const std::string& expected) {
  throw UserError("", option + " needs " + expected + ", not '" + text + "'");
}

std::optional<double> finite_number(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

std::uint64_t whole_number(const std::string& option, const std::string& text,
                           std::uint64_t least) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const std::string expected = least > 0 ? "a whole number above 0" : "a whole number";
  if (error == std::errc::result_out_of_range && stop == end)
    wrong_value(option, text, expected + " of at most 19 digits");
  if (error != std::errc() || stop != end || value < least) wrong_value(option, text, expected);
  return value;
}

namespace {

std::vector<std::string> parts_between_commas(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

std::vector<std::int64_t> whole_numbers(const std::string& option, const std::string& text) {
  std::vector<std::int64_t> result;
  for (const std::string& part : parts_between_commas(text)) {
    std::int64_t value = 0;
    const char* const end = part.data() + part.size();
    const auto [stop, error] = std::from_chars(part.data(), end, value);
    if (error != std::errc() || stop != end)
      wrong_value(option, text, "whole numbers that are separated by commas, such as -1,0,1");
    if (std::ranges::find(result, value) == result.end()) result.push_back(value);
  }
  return result;
}

std::vector<std::string> names(const std::string& option, const std::string& text) {
  std::vector<std::string> result = parts_between_commas(text);
  const auto is_no_name = [](const std::string& part) {
    return part.empty() || part.find_first_of(" \t\n") != std::string::npos;
  };
  if (std::ranges::any_of(result, is_no_name))
    wrong_value(option, text, "names that are separated by commas");
  return result;
}

double seconds(const std::string& option, const std::string& text) {
  const auto value = finite_number(text);
  if (!value || *value <= 0) wrong_value(option, text, "a number of seconds above 0");
  return *value;
}

double seconds_or_never(const std::string& option, const std::string& text) {
  const auto value = finite_number(text);
  if (!value || *value < 0) wrong_value(option, text, "a number of seconds, or 0 for never");
  return *value;
}

std::uint64_t memory_size(const std::string& option, const std::string& text) {
  constexpr std::string_view units = "KMGT";
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const std::size_t unit = stop + 1 == end ? units.find(*stop) : std::string_view::npos;
  const unsigned shift = stop == end ? 0 : 10 * (static_cast<unsigned>(unit) + 1);
  const bool is_known = error == std::errc() && (stop == end || unit != std::string_view::npos);
  if (!is_known || value > (~std::uint64_t{0} >> shift))
    wrong_value(option, text, "a size such as 500M or 8G");
  return value << shift;
}

std::string list_of_algorithms() {
  std::string list;
  for (const std::string_view name : algorithm_names())
    list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

std::string list_of_kinds() {
  std::string list;
  for (std::size_t i = 0; i < not_covered_kind_count; ++i)
    list += (list.empty() ? "" : ", ") + std::string(name_of(static_cast<NotCoveredKind>(i)));
  return list;
}

std::vector<std::string> words_between_commas(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    result.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

std::vector<NotCoveredKind> not_covered_kinds_of(const std::string& text) {
  std::vector<NotCoveredKind> result;
  for (const std::string& name : words_between_commas(text)) {
    const auto kind = not_covered_kind(name);
    if (!kind)
      throw UserError("", "--accept: there is no kind '" + name + "'",
                      "the kinds are " + list_of_kinds());
    result.push_back(*kind);
  }
  return result;
}

AlgorithmName algorithm(const std::string& text) {
  const auto name = algorithm_named(text);
  if (!name)
    throw UserError("", "there is no algorithm '" + text + "'",
                    "the algorithms are " + list_of_algorithms());
  return *name;
}

std::uint32_t small_number(const std::string& option, const std::string& text,
                           std::uint64_t least) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(whole_number(option, text, least), 1'000'000'000));
}

RandomStrategy strategy(const std::string& text) {
  const auto named = strategy_named(text);
  if (!named) wrong_value("--strategy", text, "pos, pct or uniform");
  return *named;
}

Conflicts conflicts(const std::string& text) {
  const auto named = conflicts_named(text);
  if (!named) wrong_value("--relation", text, "default or papers");
  return *named;
}

RobustMethod method(const std::string& text) {
  if (text == "explore") return RobustMethod::explore;
  if (text != "sequential") wrong_value("--method", text, "explore or sequential");
  return RobustMethod::sequential;
}

Progress progress(const std::string& text) {
  if (text == "auto") return Progress::automatic;
  if (text == "on") return Progress::on;
  if (text != "off") wrong_value("--progress", text, "auto, on or off");
  return Progress::off;
}

EmDporChoices::First em_first(const std::string& text) {
  using First = EmDporChoices::First;
  if (text == "as-recorded") return First::as_recorded;
  if (text == "same-thread") return First::same_thread;
  if (text == "lowest") return First::lowest;
  if (text == "highest") return First::highest;
  if (text != "in-source")
    wrong_value("--em-first", text, "as-recorded, same-thread, lowest, highest or in-source");
  return First::in_source;
}

EmDporChoices::Next em_next(const std::string& text) {
  if (text == "lowest") return EmDporChoices::Next::lowest;
  if (text != "oldest") wrong_value("--em-next", text, "lowest or oldest");
  return EmDporChoices::Next::oldest;
}

EmDporChoices::Target em_target(const std::string& text) {
  using Target = EmDporChoices::Target;
  if (text == "lowest") return Target::lowest;
  if (text == "own") return Target::own;
  if (text == "highest") return Target::highest;
  if (text != "all") wrong_value("--em-target", text, "lowest, own, highest or all");
  return Target::all;
}

bool on_or_off(const std::string& option, const std::string& text) {
  if (text == "on") return true;
  if (text != "off") wrong_value(option, text, "on or off");
  return false;
}

}  // namespace mazurka::cli
