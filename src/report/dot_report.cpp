#include "report/dot_report.h"

#include <algorithm>
#include <set>

#include "report/coverage.h"
#include "report/headline.h"
#include "report/timeline.h"

namespace mazurka {

namespace {

// As a quoted string of dot. A backslash of the text is not the beginning of "\n".
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result + "\"";
}

std::string node(Position position) { return "e" + std::to_string(position + 1); }

class Digraph {
 public:
  Digraph(const Counterexample& error, bool verbose)
      : error_(error), past_(causal_past_of(error)), is_shown_(past_) {
    const std::vector<bool> bookkeeping = bookkeeping_of(error);
    for (std::size_t i = 0; i < past_.size(); ++i)
      if (bookkeeping[i] && is_shown_[i] && !verbose) {
        is_shown_[i] = false;
        leaves_out_bookkeeping_ = true;
      }
    for (const Position position : error.finding.events) is_shown_[position] = true;
    if (verbose) is_shown_.assign(past_.size(), true);
  }

  [[nodiscard]] std::string write(std::size_t number) {
    text_ = "digraph error_" + std::to_string(number) + " {\n";
    line("label=" + quoted(title()) + "; labelloc=t; fontname=\"sans-serif\";");
    line("node [shape=box, style=rounded, fontname=\"monospace\", fontsize=10];");
    line("edge [arrowsize=0.7];");
    write_threads();
    for (const std::string& handler : handlers()) write_handler(handler);
    write_failure();
    write_order();
    write_races();
    return text_ + "}\n";
  }

 private:
  [[nodiscard]] std::string title() const {
    const auto left_out = static_cast<std::size_t>(std::ranges::count(is_shown_, false));
    if (left_out == 0) return headline(error_.finding);
    return headline(error_.finding) + "\nwithout " + counted(left_out, "step") +
           (leaves_out_bookkeeping_ ? " that did not lead to it or are inside libraries"
                                    : " that did not lead to it") +
           " (--verbose)";
  }

  void line(const std::string& text) { text_ += std::string(2 * depth_, ' ') + text + "\n"; }

  void open(const std::string& name, const std::string& label, const std::string& style) {
    line("subgraph " + quoted("cluster_" + name) + " {");
    ++depth_;
    line("label=" + quoted(label) + "; " + style + ";");
  }
  void close() {
    --depth_;
    line("}");
  }

  [[nodiscard]] std::set<std::string> handlers() const {
    std::set<std::string> result;
    for (const ShownTask& task : error_.tasks)
      if (!task.handler.empty() && has_shown_events(task)) result.insert(task.handler);
    return result;
  }

  void write_threads() {
    for (const ShownTask& task : error_.tasks)
      if (task.handler.empty()) write_task(task);
  }

  void write_handler(const std::string& handler) {
    open("handler_" + handler, handler, "style=filled; color=\"#e8eef7\"");
    for (const ShownTask& task : error_.tasks)
      if (task.handler == handler) write_task(task);
    close();
  }

  [[nodiscard]] bool has_shown_events(const ShownTask& task) const {
    return std::ranges::any_of(error_.events, [&](const ShownEvent& event) {
      return event.task == task.task && is_shown_[event.position];
    });
  }

  void write_task(const ShownTask& task) {
    if (!has_shown_events(task)) return;
    open("task_" + std::to_string(task.task.value),
         task.ends.empty() ? task.name : task.name + "\n" + task.ends, "style=rounded; color=gray");
    for (const ShownEvent& event : error_.events)
      if (event.task == task.task && is_shown_[event.position]) write_event(event);
    close();
  }

  void write_event(const ShownEvent& event) {
    std::string label = std::to_string(event.position + 1) + "  " + event.text;
    if (!event.place.empty()) label += "\n" + event.place;
    const auto& shown = error_.finding.events;
    const bool shows_error = std::ranges::find(shown, event.position) != shown.end();
    std::string style;
    if (shows_error)
      style = ", color=\"#c62828\", penwidth=2";
    else if (!past_[event.position])
      style = ", color=gray, fontcolor=gray";
    line(node(event.position) + " [label=" + quoted(label) + style + "];");
  }

  void write_failure() {
    if (!is_failure(error_)) return;
    line("failure [label=" + quoted(headline(error_.finding)) +
         ", shape=octagon, style=filled, fillcolor=\"#ffcdd2\", color=\"#c62828\"];");
    for (std::size_t i = std::min<std::size_t>(error_.finding.position, error_.events.size());
         i-- > 0;)
      if (error_.events[i].task == error_.finding.task && is_shown_[i])
        return line(node(error_.events[i].position) + " -> failure [color=\"#c62828\"];");
  }

  void write_order() {
    std::vector<Position> last;  // by task, + 1
    for (const ShownEvent& event : error_.events) {
      if (!is_shown_[event.position]) continue;
      if (event.task.value >= last.size()) last.resize(event.task.value + 1);
      Position& before = last[event.task.value];
      if (before != 0)
        line(node(before - 1) + " -> " + node(event.position) + " [color=gray, weight=8];");
      before = event.position + 1;
      for (const Position earlier : event.after)
        if (is_shown_[earlier]) line(node(earlier) + " -> " + node(event.position) + ";");
    }
  }

  void write_races() {
    for (const auto& race : error_.races) {
      if (!is_shown_[race.first] || !is_shown_[race.second]) continue;
      const bool is_reversal = error_.reversal == race;
      line(node(race.first) + " -> " + node(race.second) +
           " [style=dashed, color=\"#c62828\", dir=both, constraint=false" +
           (is_reversal ? ", penwidth=2, label=\"reversed\"" : "") + "];");
    }
  }

  const Counterexample& error_;
  std::vector<bool> past_;
  std::vector<bool> is_shown_;
  bool leaves_out_bookkeeping_ = false;
  std::size_t depth_ = 1;
  std::string text_;
};

}  // namespace

std::string dot_report(const Report& report, bool verbose) {
  const auto& errors = report.summary.errors;
  std::string text;
  for (std::size_t i = 0; i < errors.size(); ++i) text += Digraph(errors[i], verbose).write(i + 1);
  return errors.empty() ? "digraph no_error {\n}\n" : text;
}

}  // namespace mazurka
