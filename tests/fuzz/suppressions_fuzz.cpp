// Any text is either refused with a UserError that names file and line, or is a list of rules that
// can be described and that match, or do not match, any error.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "check/suppressions.h"
#include "core/user_error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  mazurka::Suppressions rules;
  try {
    rules.add_file(text, "s");
  } catch (const mazurka::UserError& error) {
    if (!error.where.starts_with("s:")) std::abort();
    return 0;
  }
  const mazurka::SuppressibleError error{.kind = mazurka::FindingKind::data_race,
                                         .message = "data race on aaab",
                                         .places = {"src/aab.cpp:9:3"},
                                         .functions = {text.substr(0, 200)},
                                         .is_known_defect = size % 2 == 0};
  if (const auto rule = rules.match(error)) {
    if (*rule >= rules.rule_count() || rules.describe(*rule).empty()) std::abort();
  }
  return 0;
}
