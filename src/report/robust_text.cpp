#include <algorithm>

#include <fmt/format.h>

#include "report/coverage.h"
#include "report/not_covered_text.h"
#include "report/robust_report.h"
#include "report/shell_word.h"
#include "report/text_style.h"
#include "report/text_width.h"

namespace mazurka {

namespace {

constexpr std::size_t least_report_width = 60;
// Longer executions are reduced to the steps that the explanation names and those around them.
constexpr std::size_t most_steps = 40;
constexpr std::size_t steps_around = 3;

class RobustText {
 public:
  RobustText(const RobustReport& report, const TextOptions& options)
      : report_(report),
        summary_(report.summary),
        width_(std::max(options.width, least_report_width)),
        replays_(options.replays),
        style_(options.colour) {}

  [[nodiscard]] std::string write() {
    std::size_t hidden = 0;
    for (std::size_t i = 0; i < summary_.cases.size(); ++i) {
      if (is_shown(summary_.cases[i], report_))
        write_case(summary_.cases[i],
                   i < report_.schedule_files.size() ? report_.schedule_files[i] : std::string());
      else
        ++hidden;
    }
    if (replays_) return std::move(text_);
    for (const std::string& note : summary_.outside)
      add("not covered by robustness: " + note, nullptr);
    write_verdicts();
    if (summary_.errors > 0)
      add(counted(summary_.errors, "error") + " of the program itself " +
              (summary_.errors == 1 ? "was" : "were") +
              " found along the way; 'mazurka check' shows " +
              (summary_.errors == 1 ? "it" : "them"),
          &TextStyle::warning);
    for (const CoverageLine& line : coverage_lines(summary_.not_covered, report_.policy))
      add(line.text, line.is_note ? &TextStyle::faint : &TextStyle::warning);
    for (const std::string& note : summary_.notes) add("note: " + note, &TextStyle::faint);
    if (hidden > 0)
      add(counted(hidden, "benign conflict") + "; --conflicts shows " +
              (hidden == 1 ? "it" : "them"),
          &TextStyle::faint);
    return std::move(text_);
  }

 private:
  // --- One case ---

  void write_case(const RobustCase& each, const std::string& schedule) {
    const Finding& finding = each.concurrent.finding;
    const bool is_violation = each.verdict == RobustVerdict::violated;
    const std::string what = each.is_determinism ? "not deterministic" : "not serialisable";
    const std::string certainty =
        is_violation ? (summary_.by_conflicts_alone ? " by conflicts" : "")
        : each.verdict == RobustVerdict::benign ? " by conflicts, but benign"
                                                : " by conflicts, undecided";
    add(what + certainty + ": " + finding.message,
        is_violation ? &TextStyle::error : &TextStyle::warning);
    std::size_t subject = 0;
    for (const Reason& reason : finding.because)
      subject = std::max(subject, width_of(reason.subject));
    for (const Reason& reason : finding.because)
      add((reason.subject.empty() ? "" : padded(reason.subject, subject) + " ") + reason.text,
          nullptr, "  ");
    write_difference(each);
    write_orders(each);
    add("Possible fixes:", nullptr);
    for (const std::string& line : each.advice) add(line, nullptr, "  ");
    if (!schedule.empty()) text_ += "replay: mazurka replay " + shell_word(schedule) + "\n";
    text_ += "\n";
  }

  void write_difference(const RobustCase& each) {
    if (each.verdict == RobustVerdict::benign)
      add("both orders lead to the same state", nullptr, "  ");
    for (const VariableDifference& difference : each.difference)
      add(fmt::format("{} ends as {}; sequentially it ends as {}", difference.variable,
                      difference.concurrent, difference.serial),
          nullptr, "  ");
    for (const std::string& task : each.unfinished)
      add(task + " never ends; sequentially it does", nullptr, "  ");
  }

  // --- Both orders side by side ---

  [[nodiscard]] static bool is_environment(const RobustCase& each, const ShownEvent& event) {
    return std::ranges::find(each.environment, event.task) != each.environment.end();
  }

  [[nodiscard]] static std::string name_of_task(const Counterexample& execution, TaskId task) {
    const auto found = std::ranges::find(execution.tasks, task, &ShownTask::task);
    return found == execution.tasks.end() ? "?" : found->name;
  }

  // "  7 > send(1): reads text: 2"; steps that the explanation names have a mark.
  [[nodiscard]] std::vector<std::string> rows(const RobustCase& each,
                                              const Counterexample& execution, bool marks) const {
    std::vector<const ShownEvent*> steps;
    for (const ShownEvent& event : execution.events)
      if (!is_environment(each, event)) steps.push_back(&event);
    const auto& named = execution.finding.events;
    const auto is_named = [&](const ShownEvent& event) {
      return marks && std::ranges::find(named, event.position) != named.end();
    };
    std::vector<std::string> result;
    bool gap = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const auto first = steps.begin() + static_cast<std::ptrdiff_t>(i - std::min(i, steps_around));
      const auto last =
          steps.begin() + static_cast<std::ptrdiff_t>(std::min(i + steps_around + 1, steps.size()));
      const bool is_near =
          std::any_of(first, last, [&](const ShownEvent* event) { return is_named(*event); });
      if (steps.size() > most_steps && !is_near && (marks || i >= most_steps)) {
        if (!gap) result.emplace_back("  …");
        gap = true;
        continue;
      }
      gap = false;
      result.push_back(fmt::format("{:>3} {} {}: {}", steps[i]->position + 1,
                                   is_named(*steps[i]) ? ">" : " ",
                                   name_of_task(execution, steps[i]->task), steps[i]->text));
    }
    return result;
  }

  void write_orders(const RobustCase& each) {
    const auto left = rows(each, each.concurrent, true);
    const auto right = rows(each, each.serial, false);
    std::size_t half = (width_ - 3) / 2;
    std::size_t needed = 0;
    for (const std::string& row : left) needed = std::max(needed, width_of(row));
    half = std::min(half, std::max(needed + 2, std::size_t{24}));
    std::string order;
    for (const std::string& event : each.order) order += (order.empty() ? ": " : ", ") + event;
    text_ += "\n";
    add_row("     concurrently", right.empty() ? "" : "     sequentially" + order, half);
    for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i)
      add_row(i < left.size() ? left[i] : "", i < right.size() ? right[i] : "", half);
    text_ += "\n";
  }

  void add_row(const std::string& left, const std::string& right, std::size_t half) {
    const std::string first = shortened(left.empty() ? " " : left, half);
    const bool is_named = first.size() > 4 && first[4] == '>';
    const std::string gap(half + 3 - width_of(first), ' ');
    std::string line = is_named ? style_.error(first) : first;
    if (!right.empty()) line += gap + shortened(right, width_ - half - 3);
    while (!line.empty() && line.back() == ' ') line.pop_back();
    text_ += line + "\n";
  }

  // --- Verdicts ---

  void write_verdicts() {
    const RobustVerdict verdict = mazurka::verdict_of(summary_);
    const bool is_whole = mazurka::verdict_of(report_) == verdict;
    const Style good = is_whole ? &TextStyle::good : &TextStyle::warning;
    const std::string robust =
        (summary_.outside.empty() ? "robust" : "robust with respect to events") + instances() +
        (is_whole ? "" : " in what was seen");
    if (summary_.by_conflicts_alone) {
      add(judged_by_conflicts(verdict, robust),
          verdict == RobustVerdict::holds ? &TextStyle::good : &TextStyle::error);
    } else if (verdict == RobustVerdict::holds) {
      add(robust + ": running events concurrently makes no difference", good);
    } else if (verdict == RobustVerdict::benign) {
      add(robust + ": there are conflicts, but no state is reachable only concurrently", good);
    } else if (verdict == RobustVerdict::violated) {
      add("not robust" + instances() + ": some states are reachable only concurrently",
          &TextStyle::error);
    } else {
      add("undecided: " + reason_of_doubt(), &TextStyle::warning);
    }
    std::size_t names = width_of("serialisability");
    for (const EventVerdict& event : summary_.events) names = std::max(names, width_of(event.name));
    text_ +=
        "  " + padded("serialisability", names) + "  " + in_words(summary_.serialisability) + "\n";
    for (const EventVerdict& event : summary_.events)
      text_ += "  " + padded(event.name, names) + "  " + deterministic(event.determinism) + "\n";
    add(counted(summary_.executions, "execution") + ", " + counted(summary_.steps, "step") +
            fmt::format(", {:.2f} s ({})", summary_.seconds, name_of(summary_.method)),
        nullptr);
  }

  // Says how often each event happens, if that is not once.
  [[nodiscard]] std::string instances() const {
    if (summary_.instances <= 1) return "";
    return " with up to " + std::to_string(summary_.instances) + " instances of each event";
  }

  // Recorded traces have no values.
  [[nodiscard]] std::string judged_by_conflicts(RobustVerdict verdict,
                                                const std::string& robust) const {
    const std::string alone =
        " (judged by conflicts alone: a recorded trace has no values, so states are unknown)";
    if (verdict == RobustVerdict::holds)
      return robust + ": running events concurrently makes no difference" + alone;
    if (verdict == RobustVerdict::violated)
      return "not robust by conflicts: no serial order of the events explains some executions" +
             alone;
    return "undecided: " + reason_of_doubt() + alone;
  }

  [[nodiscard]] std::string reason_of_doubt() const {
    switch (summary_.bound) {
      case Bound::executions:
        return "stopped by --max-executions";
      case Bound::timeout:
        return "stopped by --timeout";
      case Bound::interrupt:
        return "interrupted";
      case Bound::steps:
        return "an execution is too long";
      case Bound::unroll:
        return "loops were cut by --unroll";
      case Bound::depth:
        return "calls were stopped by --max-depth";
      case Bound::search:
        return "a search for messages that get stuck was abandoned";
      case Bound::memory:
        return "stopped by --max-memory";
      case Bound::killed:
        return "the exploring process was killed";
      case Bound::preemptions:
      case Bound::sample:
      case Bound::published:
      case Bound::none:
      case Bound::learned:
        break;
    }
    return "not everything was examined";
  }

  [[nodiscard]] static std::string in_words(RobustVerdict verdict) {
    switch (verdict) {
      case RobustVerdict::holds:
        return "holds";
      case RobustVerdict::benign:
        return "conflicts, all benign";
      case RobustVerdict::violated:
        return "violated";
      case RobustVerdict::undecided:
        return "conflicts, undecided by states";
      case RobustVerdict::unknown:
        break;
    }
    return "not examined";
  }

  [[nodiscard]] static std::string deterministic(RobustVerdict verdict) {
    if (verdict == RobustVerdict::holds) return "deterministic";
    if (verdict == RobustVerdict::violated) return "not deterministic";
    return in_words(verdict);
  }

  using Style = std::string (TextStyle::*)(std::string_view) const;
  void add(const std::string& line, Style style, const std::string& indent = {}) {
    const std::string text = wrapped(indent + line, width_, indent.size() + 2);
    text_ += (style == nullptr ? text : (style_.*style)(text)) + "\n";
  }

  const RobustReport& report_;
  const RobustSummary& summary_;
  std::size_t width_;
  bool replays_;
  TextStyle style_;
  std::string text_;
};

}  // namespace

RobustVerdict verdict_of(const RobustSummary& summary) {
  std::vector<RobustVerdict> all = {summary.serialisability};
  for (const EventVerdict& event : summary.events) all.push_back(event.determinism);
  for (const RobustVerdict worst : {RobustVerdict::violated, RobustVerdict::undecided,
                                    RobustVerdict::unknown, RobustVerdict::benign})
    if (std::ranges::find(all, worst) != all.end()) return worst;
  return RobustVerdict::holds;
}

RobustVerdict verdict_of(const RobustReport& report) {
  const RobustVerdict worst = verdict_of(report.summary);
  const bool is_good = worst == RobustVerdict::holds || worst == RobustVerdict::benign;
  const bool has_gap = report.policy.makes_incomplete(report.summary.not_covered);
  return is_good && has_gap ? RobustVerdict::unknown : worst;
}

bool is_shown(const RobustCase& each, const RobustReport& report) {
  return each.verdict != RobustVerdict::benign || report.shows_benign;
}

std::string robust_text(const RobustReport& report, const TextOptions& options) {
  return RobustText(report, options).write();
}

}  // namespace mazurka
