#include "report/timeline_text.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "report/source_place.h"
#include "report/text_width.h"

namespace mazurka {

namespace {

constexpr std::size_t least_column = 8;  // the minimum
constexpr std::size_t least_last_column = 16;
constexpr std::size_t most_marks_width = 8;
constexpr std::size_t between = 2;  // spaces

constexpr std::size_t narrow = 80;  // too narrow to repeat the name of the file in each line

// Shortens "examples/bank.mzk:18:3" to "bank.mzk:18": the folder is usually the same everywhere.
std::string file_of(const std::string& place) {
  return place.substr(0, std::min(place.find(':'), place.size()));
}

class Drawing {
 public:
  Drawing(const Timeline& timeline, std::size_t width, const TextStyle& style)
      : timeline_(timeline), width_(std::max(width, least_timeline_width)), style_(style) {
    measure_edges();
    measure_columns();
  }

  [[nodiscard]] std::string draw() {
    draw_names();
    for (const TimelineRow& row : timeline_.rows) draw_row(row);
    end_waiting_line();
    return std::move(text_);
  }

 private:
  // --- Layout: step | marks | columns of tasks | place ---

  void measure_edges() {
    for (const TimelineRow& row : timeline_.rows) {
      const std::string file = file_of(row.place);
      if (file.empty()) continue;
      if (!only_file_.empty() && only_file_ != file) has_many_files_ = true;
      only_file_ = file;
    }
    for (const TimelineRow& row : timeline_.rows) {
      if (row.kind == RowKind::event)
        step_width_ = std::max(step_width_, std::to_string(row.position + 1).size());
      marks_width_ = std::max(marks_width_, row.marks.size());
      place_width_ = std::max(place_width_, width_of(short_place(row.place)));
    }
    marks_width_ = std::min(marks_width_, most_marks_width);
    place_width_ = std::min(place_width_, width_ / 4);
    left_ = 1 + step_width_ + between + (marks_width_ > 0 ? marks_width_ + between : 0);
    room_ = width_ - left_ - (place_width_ > 0 ? place_width_ + between : 0);
  }

  // Makes each column as wide as its texts if all fit. Otherwise the widest columns become
  // narrower, and their texts extend into the columns to the right, which are empty in that line.
  // (The last column has none to its right.)
  void measure_columns() {
    if (timeline_.columns.empty()) return;  // nothing but gaps
    for (const std::string& name : timeline_.columns) widths_.push_back(width_of(name));
    for (const TimelineRow& row : timeline_.rows)
      if (row.kind != RowKind::gap)
        widths_[row.column] = std::max(widths_[row.column], width_of(row.text));
    std::size_t most = room_;
    while (most > least_column && needed_width(most) > room_) --most;
    const bool all_fit = needed_width(most) <= room_;
    room_ = std::min(room_, needed_width(most));  // locations stay near the texts
    for (std::size_t& width : widths_) width = std::min(width, most) + between;
    is_list_ = !all_fit && start_of(widths_.size() - 1) + least_last_column > room_;
    if (is_list_) measure_list();
    for (std::size_t i = 0; i + 1 < widths_.size(); ++i)
      if (width_of(timeline_.columns[i]) >= widths_[i]) names_fit_ = false;
  }

  void measure_list() {
    name_width_ = std::min(longest(timeline_.columns, std::identity{}), room_ / 2);
    const std::size_t text_width = longest(timeline_.rows, &TimelineRow::text);
    room_ = std::min(room_, name_width_ + between + text_width);
  }

  template <class Things, class Text>
  [[nodiscard]] static std::size_t longest(const Things& things, Text text_of) {
    std::size_t width = 0;
    for (const auto& thing : things) width = std::max(width, width_of(std::invoke(text_of, thing)));
    return width;
  }

  // Returns the width that all texts need if no column but the last is wider than `most`.
  [[nodiscard]] std::size_t needed_width(std::size_t most) const {
    std::size_t start = 0;
    std::size_t needed = 0;
    for (const std::size_t width : widths_) {
      needed = std::max(needed, start + width);
      start += std::min(width, most) + between;
    }
    return needed;
  }

  [[nodiscard]] std::size_t start_of(std::size_t column) const {
    std::size_t start = 0;
    for (std::size_t i = 0; i < column; ++i) start += widths_[i];
    return start;
  }

  [[nodiscard]] std::string short_place(const std::string& place) const {
    if (width_ >= narrow || has_many_files_) return without_folder_and_column(place);
    return without_folder_and_column(place.substr(file_of(place).size()));
  }

  // --- Drawing ---

  void draw_names() {
    if (is_list_ || timeline_.columns.empty()) return;
    const std::string left(left_, ' ');
    if (names_fit_) {
      std::string line = left;
      for (std::size_t i = 0; i < timeline_.columns.size(); ++i)
        line += style_.name(timeline_.columns[i]) + gap_after(timeline_.columns[i], widths_[i]);
      return add_line(line);
    }
    // Each name has its own line, above the names to its left.
    for (std::size_t i = 0; i < timeline_.columns.size(); ++i) {
      std::string line = left;
      for (std::size_t j = 0; j < i; ++j)
        line += style_.faint("|") + std::string(widths_[j] - 1, ' ');
      add_line(line + style_.name(shortened(timeline_.columns[i], width_ - left_ - start_of(i))));
    }
  }

  void draw_row(const TimelineRow& row) {
    if (row.kind == RowKind::gap)
      return add_line(std::string(left_, ' ') + style_.faint("… " + row.text));
    if (row.kind == RowKind::waiting && !is_list_) return draw_waiting(row);
    std::string line = edge(row);
    const std::size_t start = is_list_ ? name_width_ + between : start_of(row.column);
    if (is_list_) {
      line += style_.name(padded(shortened(timeline_.columns[row.column], name_width_), start));
    } else {
      line += std::string(start, ' ');
    }
    const std::string text = shortened_in_the_middle(row.text, room_ - std::min(start, room_ - 1));
    line += row.kind == RowKind::event ? text : style_.error(text);
    if (!row.place.empty() && place_width_ > 0)
      line += gap_after(text, room_ + between - std::min(start, room_)) +
              style_.faint(shortened_at_start(short_place(row.place), place_width_));
    add_line(line);
  }

  // " 12  ab  "
  [[nodiscard]] std::string edge(const TimelineRow& row) const {
    std::string label = std::to_string(row.position + 1);
    if (row.kind == RowKind::failure) label = "!";
    if (row.kind == RowKind::waiting) label = "-";
    const std::string step = " " + padded_left(label, step_width_) + std::string(between, ' ');
    const std::string marks =
        marks_width_ > 0
            ? style_.mark(padded(shortened(row.marks, marks_width_), marks_width_ + between))
            : "";
    return (row.shows_error ? style_.error(step) : step) + marks;
  }

  // Draws what the tasks wait for, side by side as far as it fits.
  void draw_waiting(const TimelineRow& row) {
    const std::size_t start = start_of(row.column);
    if (waiting_width_ > start) end_waiting_line();
    if (waiting_line_.empty()) waiting_line_ = edge(row);
    const std::string text = shortened_in_the_middle(row.text, room_ - std::min(start, room_ - 1));
    waiting_line_ += std::string(start - waiting_width_, ' ') + style_.error(text) + " ";
    waiting_width_ = start + width_of(text) + 1;
  }

  void end_waiting_line() {
    if (!waiting_line_.empty()) add_line(waiting_line_);
    waiting_line_.clear();
    waiting_width_ = 0;
  }

  // Spaces from the end of a text to the end of its column.
  [[nodiscard]] static std::string gap_after(const std::string& text, std::size_t width) {
    return std::string(width - std::min(width_of(text), width), ' ');
  }

  void add_line(std::string line) {
    while (!line.empty() && line.back() == ' ') line.pop_back();
    text_ += line + "\n";
  }

  const Timeline& timeline_;
  std::size_t width_;
  const TextStyle& style_;
  std::size_t step_width_ = 1;
  std::size_t marks_width_ = 0;
  std::size_t place_width_ = 0;
  std::size_t left_ = 0;  // columns before those of the tasks
  std::size_t room_ = 0;  // for the columns of the tasks
  std::vector<std::size_t> widths_;
  std::string only_file_;
  bool has_many_files_ = false;
  bool is_list_ = false;  // too many tasks for columns: each step has the name of its task
  std::size_t name_width_ = 0;
  bool names_fit_ = true;
  std::string waiting_line_;
  std::size_t waiting_width_ = 0;  // of the texts in it
  std::string text_;
};

}  // namespace

std::string drawn(const Timeline& timeline, std::size_t width, const TextStyle& style) {
  return Drawing(timeline, width, style).draw();
}

}  // namespace mazurka
