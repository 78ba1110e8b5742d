#include "check/suppressions.h"

#include <algorithm>
#include <array>

#include "core/user_error.h"

namespace mazurka {

namespace {

constexpr std::string_view known_defects = "libstdc++";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

std::optional<FindingKind> kind_named(std::string_view name) {
  if (name == "race") return FindingKind::data_race;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(FindingKind::nondeterminism); ++i)
    if (const auto kind = static_cast<FindingKind>(i); name_of(kind) == name) return kind;
  return std::nullopt;
}

std::string list_of_finding_kinds() {
  std::string list;
  for (std::size_t i = 0; i < static_cast<std::size_t>(FindingKind::nondeterminism); ++i)
    list += std::string(name_of(static_cast<FindingKind>(i))) + ", ";
  return list + "race (data_race), " + std::string(known_defects);
}

// Matches with `*` only: the text must match from its first to its last character. Takes time
// proportional to the product of the lengths, at most.
bool matches_whole(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;  // the last `*`, and where its match ends so far
  std::size_t end_of_star = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      end_of_star = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++end_of_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace

bool pattern_occurs(std::string_view pattern, std::string_view text) {
  std::string whole(pattern);
  if (whole.starts_with('^'))
    whole.erase(0, 1);
  else
    whole.insert(0, 1, '*');
  if (whole.ends_with('$'))
    whole.pop_back();
  else
    whole += '*';
  return matches_whole(whole, text);
}

void Suppressions::add_file(std::string_view text, const std::string& file) {
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::string_view whole = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(whole.size() + 1, text.size()));
    const std::string_view rule = trimmed(whole);
    if (rule.empty() || rule.starts_with('#')) continue;
    add_rule(rule, file + ":" + std::to_string(line));
  }
}

void Suppressions::add_ignored(std::string_view kind, const std::string& where) {
  if (kind.find(':') != std::string_view::npos)
    throw UserError("", where + " takes kinds of errors, not '" + std::string(kind) + "'",
                    "rules with patterns go to a suppression file (--suppressions FILE)");
  add_rule(kind, where);
}

void Suppressions::add_rule(std::string_view text, const std::string& where) {
  const std::size_t colon = text.find(':');
  const std::string_view kind = trimmed(text.substr(0, colon));
  Rule rule{.text = std::string(text), .where = where};
  if (colon != std::string_view::npos) {
    rule.pattern = trimmed(text.substr(colon + 1));
    if (rule.pattern.empty())
      throw UserError(where, "a pattern is missing after '" + std::string(text) + "'",
                      "'" + std::string(kind) + "' alone matches all errors of this kind");
  }
  rule.is_known_defect = kind == known_defects;
  if (!rule.is_known_defect && kind != "*") {
    rule.kind = kind_named(kind);
    if (!rule.kind)
      throw UserError(where, "there is no kind of error '" + std::string(kind) + "'",
                      "the kinds are " + list_of_finding_kinds());
    if (*rule.kind == FindingKind::nondeterminism)
      throw UserError(where, "nondeterminism cannot be suppressed",
                      "nothing is known about a program that does something else in each run");
  }
  if (kind == "*" && rule.pattern.empty())
    throw UserError(where, "'*' needs a pattern", "for example '*:third_party/'");
  rules_.push_back(std::move(rule));
}

Suppressions::ByKind Suppressions::match_kind(FindingKind kind) const {
  if (kind == FindingKind::nondeterminism) return {.is_certain = true};
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const Rule& rule = rules_[i];
    if (rule.kind && *rule.kind != kind) continue;
    if (rule.is_known_defect || !rule.pattern.empty()) return {};
    return {.is_certain = true, .rule = i};
  }
  return {.is_certain = true};
}

bool Suppressions::matches(const Rule& rule, const SuppressibleError& error) {
  if (error.kind == FindingKind::nondeterminism) return false;
  if (rule.is_known_defect && !error.is_known_defect) return false;
  if (rule.kind && *rule.kind != error.kind) return false;
  if (rule.pattern.empty()) return true;
  const auto occurs = [&](const std::string& text) { return pattern_occurs(rule.pattern, text); };
  return occurs(error.message) || std::ranges::any_of(error.places, occurs) ||
         std::ranges::any_of(error.functions, occurs);
}

std::optional<std::size_t> Suppressions::match(const SuppressibleError& error) const {
  for (std::size_t i = 0; i < rules_.size(); ++i)
    if (matches(rules_[i], error)) return i;
  return std::nullopt;
}

std::string Suppressions::describe(std::size_t rule) const {
  return rules_[rule].text + " (" + rules_[rule].where + ")";
}

}  // namespace mazurka
