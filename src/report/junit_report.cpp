#include "report/junit_report.h"

#include <fmt/format.h>

#include "report/coverage.h"
#include "report/not_covered_text.h"
#include "report/text_report.h"

namespace mazurka {

namespace {

// XML 1.0 has no way to write most control characters: they become question marks.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\n':
      case '\t':
        result += c;
        break;
      default:
        result += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
  }
  return result;
}

// In attributes a line break would be read as a space anyway.
std::string attribute(std::string_view name, std::string_view value) {
  std::string text = escaped(value);
  for (char& c : text)
    if (c == '\n') c = ' ';
  return fmt::format(" {}=\"{}\"", name, text);
}

std::string element(std::string_view name, std::string_view type, std::string_view message,
                    std::string_view text) {
  return fmt::format("      <{}{}{}>{}</{}>\n", name, attribute("type", type),
                     attribute("message", message), escaped(text), name);
}

}  // namespace

std::string junit_report(const Report& report, bool accepts_incomplete) {
  const Summary& summary = report.summary;
  const Verdict verdict = verdict_of(report);
  const std::string text = text_report(report, {});
  const bool skipped = verdict == Verdict::incomplete && accepts_incomplete;
  const bool failed = verdict == Verdict::error;
  std::string outcome;
  if (failed) {
    outcome = summary.errors.empty()
                  ? element("failure", name_of(NotCoveredKind::possible_data_race),
                            verdict_in_words(report), text)
                  : element("failure", name_of(summary.errors.front().finding.kind),
                            summary.errors.front().finding.message, text);
  } else if (verdict == Verdict::incomplete) {
    outcome = element(skipped ? "skipped" : "error", "incomplete",
                      verdict_in_words(report) + ": " + coverage_of(summary), text);
  } else {
    outcome = fmt::format("      <system-out>{}</system-out>\n", escaped(text));
  }
  const std::string time = attribute("time", fmt::format("{:.3f}", summary.seconds));
  const std::string counts =
      fmt::format(" tests=\"1\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", failed ? 1 : 0,
                  verdict == Verdict::incomplete && !skipped ? 1 : 0, skipped ? 1 : 0);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts + time +
         ">\n  <testsuite name=\"mazurka\"" + counts + time + ">\n    <testcase" +
         attribute("classname", "mazurka") + attribute("name", report.program) + time + ">\n" +
         outcome + "    </testcase>\n  </testsuite>\n</testsuites>\n";
}

}  // namespace mazurka
