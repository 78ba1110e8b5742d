// Errors that the user knows and does not want to see.
//
// A suppression file is like that of ThreadSanitizer, one rule per line:
//
//   # a comment
//   data_race:Cache::hit_count     KIND:PATTERN; `race` is short for data_race, `*` for any kind
//   deadlock:legacy/*.cpp
//   leak                           all errors of this kind
//   libstdc++                      known defects of the standard library (known_defect.h)
//
// A pattern matches if it occurs in a function on the stack of an access or of a waiting task, in a
// file, or in what is wrong (which names the variable). `*` matches any characters, `^` and `$` the
// beginning and the end.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check/finding.h"

namespace mazurka {

// What rules look at, in the words of the report.
struct SuppressibleError {
  FindingKind kind = FindingKind::assertion;
  std::string message;                 // "data race on Cache::hits_"
  std::vector<std::string> places;     // "src/cache.cpp:9:3"
  std::vector<std::string> functions;  // "Cache::get", "Cache::get (cache.cpp:9)"
  bool is_known_defect = false;        // of the standard library
};

class Suppressions {
 public:
  // Adds the rules of a file. Throws UserError with file and line if one of them is wrong.
  void add_file(std::string_view text, const std::string& file);
  // Adds a rule for all errors of one kind, or "libstdc++". `where` says where it is from, such as
  // "--ignore". Throws UserError.
  void add_ignored(std::string_view kind, const std::string& where);

  [[nodiscard]] bool empty() const { return rules_.empty(); }
  // Returns the number of the first rule that matches the error.
  [[nodiscard]] std::optional<std::size_t> match(const SuppressibleError& error) const;
  // What is known about an error before it is described, from its kind alone.
  struct ByKind {
    bool is_certain = false;            // no rule with a pattern comes first
    std::optional<std::size_t> rule{};  // the first rule that matches; none: no rule does
  };
  [[nodiscard]] ByKind match_kind(FindingKind kind) const;
  // Returns a rule in words: "race:Cache::get (mazurka.suppressions:3)".
  [[nodiscard]] std::string describe(std::size_t rule) const;
  [[nodiscard]] std::size_t rule_count() const { return rules_.size(); }

 private:
  struct Rule {
    std::optional<FindingKind> kind;  // none: any
    bool is_known_defect = false;
    std::string pattern;  // empty: everything
    std::string text;     // as written
    std::string where;    // "mazurka.suppressions:3", "--ignore"
  };
  void add_rule(std::string_view text, const std::string& where);
  [[nodiscard]] static bool matches(const Rule& rule, const SuppressibleError& error);

  std::vector<Rule> rules_;
};

// Returns whether the pattern of a rule occurs in the text.
[[nodiscard]] bool pattern_occurs(std::string_view pattern, std::string_view text);

}  // namespace mazurka
