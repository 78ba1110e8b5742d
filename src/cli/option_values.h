// Parses the values of options. A value that makes no sense is a UserError that names the option.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "explore/algorithms.h"
#include "explore/robust/robust_summary.h"

namespace mazurka::cli {

[[nodiscard]] std::uint64_t whole_number(const std::string& option, const std::string& text,
                                         std::uint64_t least);
// Parses a whole number; larger values are reduced to 1,000,000,000.
[[nodiscard]] std::uint32_t small_number(const std::string& option, const std::string& text,
                                         std::uint64_t least);
// Parses numbers that are separated by commas, such as "-1,0,1".
[[nodiscard]] std::vector<std::int64_t> whole_numbers(const std::string& option,
                                                      const std::string& text);
// Parses names without spaces that are separated by commas.
[[nodiscard]] std::vector<std::string> names(const std::string& option, const std::string& text);
[[nodiscard]] double seconds(const std::string& option, const std::string& text);
[[nodiscard]] double seconds_or_never(const std::string& option, const std::string& text);
// Parses a number of bytes: "8G", "500M", "64K", "1000".
[[nodiscard]] std::uint64_t memory_size(const std::string& option, const std::string& text);

[[nodiscard]] std::string list_of_algorithms();
[[nodiscard]] AlgorithmName algorithm(const std::string& text);
[[nodiscard]] Conflicts conflicts(const std::string& text);
[[nodiscard]] RandomStrategy strategy(const std::string& text);
[[nodiscard]] RobustMethod method(const std::string& text);
[[nodiscard]] Progress progress(const std::string& text);

[[nodiscard]] std::vector<std::string> words_between_commas(const std::string& text);
// Parses a list of kinds, separated by commas.
[[nodiscard]] std::vector<NotCoveredKind> not_covered_kinds_of(const std::string& text);
[[nodiscard]] std::string list_of_kinds();

// Choices of EM-DPOR (em_dpor_choices.h).
[[nodiscard]] EmDporChoices::First em_first(const std::string& text);
[[nodiscard]] EmDporChoices::Next em_next(const std::string& text);
[[nodiscard]] EmDporChoices::Target em_target(const std::string& text);
[[nodiscard]] bool on_or_off(const std::string& option, const std::string& text);

}  // namespace mazurka::cli
