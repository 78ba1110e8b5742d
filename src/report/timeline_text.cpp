#include "report/timeline_text.h"

#include <algorithm>
#include <vector>

#include "report/text_width.h"

namespace mazurka {

namespace {

constexpr std::size_t least_width = 40;
constexpr std::size_t least_column = 8;  // narrower ones are no columns any more
constexpr std::size_t between = 2;       // spaces

// "examples/bank.mzk:18:3" is "bank.mzk:18" here: the folder is the same everywhere.
std::string short_place(std::string_view place) {
  const std::size_t slash = place.rfind('/');
  if (slash != std::string_view::npos) place.remove_prefix(slash + 1);
  const std::size_t colon = place.rfind(':');
  if (colon != std::string_view::npos && place.find(':') != colon) place = place.substr(0, colon);
  return std::string(place);
}

class Drawing {
 public:
  Drawing(const Timeline& timeline, std::size_t width, const TextStyle& style)
      : timeline_(timeline), width_(std::max(width, least_width)), style_(style) {
    measure_edges();
    measure_columns();
  }

  [[nodiscard]] std::string draw() {
    draw_names();
    for (const TimelineRow& row : timeline_.rows) draw_row(row);
    return std::move(text_);
  }

 private:
  // --- Layout: step | marks | columns of tasks | place ---

  void measure_edges() {
    for (const TimelineRow& row : timeline_.rows) {
      if (row.kind == RowKind::event)
        step_width_ = std::max(step_width_, std::to_string(row.position + 1).size());
      marks_width_ = std::max(marks_width_, row.marks.size());
      place_width_ = std::max(place_width_, width_of(short_place(row.place)));
    }
    place_width_ = std::min(place_width_, width_ / 4);
    left_ = 1 + step_width_ + between + (marks_width_ > 0 ? marks_width_ + between : 0);
    room_ = width_ - left_ - (place_width_ > 0 ? place_width_ + between : 0);
  }

  // A column is as wide as its texts if all fit. Else the widest give way: their texts run on into
  // the columns to the right, which are empty in that line.
  void measure_columns() {
    for (const std::string& name : timeline_.columns) widths_.push_back(width_of(name));
    for (const TimelineRow& row : timeline_.rows)
      if (row.kind != RowKind::gap)
        widths_[row.column] = std::max(widths_[row.column], width_of(row.text));
    std::size_t most = room_;
    while (most > least_column && total_width(most) > room_) --most;
    is_list_ = total_width(most) > room_;
    if (total_width(room_) < room_) room_ = total_width(room_);  // places stay near the texts
    for (std::size_t& width : widths_) width = std::min(width, most) + between;
    if (is_list_) name_width_ = std::min(longest_name(), room_ / 3);
    names_fit_ = true;
    for (std::size_t i = 0; i < widths_.size(); ++i)
      if (width_of(timeline_.columns[i]) + between > widths_[i]) names_fit_ = false;
  }

  [[nodiscard]] std::size_t total_width(std::size_t most) const {
    std::size_t total = 0;
    for (const std::size_t width : widths_) total += std::min(width, most) + between;
    return total > 0 ? total - between : 0;
  }

  [[nodiscard]] std::size_t longest_name() const {
    std::size_t longest = 0;
    for (const std::string& name : timeline_.columns) longest = std::max(longest, width_of(name));
    return longest;
  }

  [[nodiscard]] std::size_t start_of(std::size_t column) const {
    std::size_t start = 0;
    for (std::size_t i = 0; i < column; ++i) start += widths_[i];
    return start;
  }

  // --- Drawing ---

  void draw_names() {
    if (is_list_) return;
    const std::string edge(left_, ' ');
    if (names_fit_) {
      std::string line = edge;
      for (std::size_t i = 0; i < timeline_.columns.size(); ++i)
        line += style_.name(timeline_.columns[i]) +
                std::string(widths_[i] - width_of(timeline_.columns[i]), ' ');
      return add_line(line);
    }
    // One line per name, each above the lines of those to its left.
    for (std::size_t i = 0; i < timeline_.columns.size(); ++i) {
      std::string line = edge;
      for (std::size_t j = 0; j < i; ++j) line += style_.faint("|") + std::string(widths_[j] - 1, ' ');
      add_line(line + style_.name(shortened(timeline_.columns[i], width_ - left_ - start_of(i))));
    }
  }

  void draw_row(const TimelineRow& row) {
    if (row.kind == RowKind::gap)
      return add_line(std::string(left_, ' ') + style_.faint("… " + row.text));
    std::string line = " " + padded_left(label(row), step_width_) + std::string(between, ' ');
    if (row.shows_error) line = style_.error(line);
    if (marks_width_ > 0) line += style_.mark(padded(row.marks, marks_width_ + between));
    draw_text(row, line);
  }

  [[nodiscard]] static std::string label(const TimelineRow& row) {
    if (row.kind == RowKind::failure) return "!";
    return row.kind == RowKind::waiting ? "-" : std::to_string(row.position + 1);
  }

  void draw_text(const TimelineRow& row, std::string line) {
    const std::size_t start = is_list_ ? name_width_ + between : start_of(row.column);
    const std::string text = shortened(row.text, room_ - std::min(start, room_ - 1));
    if (is_list_) {
      const std::string name = shortened(timeline_.columns[row.column], name_width_);
      line += style_.name(padded(name, start));
    } else {
      line += std::string(start, ' ');
    }
    line += row.kind == RowKind::event ? text : style_.error(text);
    if (!row.place.empty() && place_width_ > 0) {
      const std::size_t used = start + width_of(text);
      line += std::string(room_ + between - std::min(used, room_), ' ');
      line += style_.faint(shortened_at_start(short_place(row.place), place_width_));
    }
    add_line(line);
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
  bool is_list_ = false;  // too many tasks for columns: their names stand before their steps
  std::size_t name_width_ = 0;
  bool names_fit_ = true;
  std::string text_;
};

}  // namespace

std::string drawn(const Timeline& timeline, std::size_t width, const TextStyle& style) {
  return Drawing(timeline, width, style).draw();
}

}  // namespace mazurka
