#include "report/timeline.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace mazurka {

namespace {

// Up to this many steps are shown completely.
constexpr std::size_t short_enough = 60;
// In longer executions, the beginning and a larger part of the end are shown. In executions without
// an end the parts are shorter, because they repeat.
struct Ends {
  std::size_t first;
  std::size_t last;
};
constexpr Ends of_long_ones = {10, 40};
constexpr Ends of_endless_ones = {5, 15};
constexpr std::size_t most_marks = 26;

// Returns for each position whether the explanation refers to it.
std::vector<bool> named_positions(const Counterexample& error) {
  std::vector<bool> result(error.events.size(), false);
  const auto add = [&](Position position) {
    if (position < result.size()) result[position] = true;
  };
  for (const Position position : error.finding.events) add(position);
  for (const Reason& reason : error.finding.because) add(reason.position);
  if (error.decision && error.decision->kind != Decision::Kind::always) add(error.decision->step);
  if (error.reversal) add(error.reversal->first), add(error.reversal->second);
  if (error.put_off) add(error.put_off->by);
  return result;
}

class TimelineMaker {
 public:
  TimelineMaker(const Counterexample& error, Detail detail) : error_(error) {
    shown_.assign(error.events.size(), true);
    marked_ = shown_;
    bookkeeping_.assign(error.events.size(), false);
    first_in_call_.resize(error.events.size());
    std::iota(first_in_call_.begin(), first_in_call_.end(), Position{0});
    if (detail == Detail::relevant) leave_out();
  }

  [[nodiscard]] Timeline make() {
    add_marks();
    for (std::size_t i = 0; i <= error_.events.size(); ++i) {
      if (is_failure(error_) && i == error_.finding.position) add_failure();
      if (i == error_.events.size()) break;
      if (shown_[i]) {
        end_gap();
        add_event(error_.events[i]);
      } else {
        ++timeline_.left_out;
        if (bookkeeping_[i]) ++timeline_.bookkeeping;
        if (marked_[i]) ++gap_;
      }
    }
    end_gap();
    if (!is_failure(error_)) add_waiting();
    return std::move(timeline_);
  }

 private:
  [[nodiscard]] bool was_given_up() const { return error_.schedule.max_steps != 0; }

  // --- What is shown ---

  void leave_out() {
    shown_ = marked_ = causal_past_of(error_);
    leave_out_bookkeeping();
    join_calls();
    if (count_shown() > short_enough) leave_out_the_middle();
    for (const Reason& reason : error_.finding.because) show(reason.position);
    for (const Position position : error_.finding.events) show(position);
  }

  void show(Position position) {
    if (position < shown_.size()) shown_[position] = true;
  }

  void leave_out_bookkeeping() {
    bookkeeping_ = bookkeeping_of(error_);
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      bookkeeping_[i] = bookkeeping_[i] && shown_[i];
      if (bookkeeping_[i]) shown_[i] = marked_[i] = false;
    }
  }

  // Combines consecutive steps of one task in one library call into one row.
  void join_calls() {
    const std::vector<bool> is_named = named_positions(error_);
    const ShownEvent* last = nullptr;
    for (Position i = 0; i < shown_.size(); ++i) {
      if (!shown_[i]) continue;
      const ShownEvent& event = error_.events[i];
      const bool can_join = event.origin.kind == StepOrigin::Kind::library && !is_named[i];
      if (can_join && last != nullptr && last->task == event.task && last->place == event.place &&
          last->origin.call == event.origin.call)
        first_in_call_[i] = first_in_call_[last->position];
      last = can_join ? &event : nullptr;
    }
  }

  [[nodiscard]] bool is_first_of_row(std::size_t i) const { return first_in_call_[i] == i; }

  [[nodiscard]] std::size_t count_shown() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < shown_.size(); ++i)
      if (shown_[i] && is_first_of_row(i)) ++count;
    return count;
  }

  void leave_out_the_middle() {
    const Ends ends = was_given_up() ? of_endless_ones : of_long_ones;
    const std::size_t count = count_shown();
    std::size_t seen = 0;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      if (!shown_[i]) continue;
      if (!is_first_of_row(i)) {
        shown_[i] = shown_[first_in_call_[i]];
        continue;
      }
      shown_[i] = seen < ends.first || seen + ends.last >= count;
      ++seen;
    }
  }

  // --- Rows ---

  void add_event(const ShownEvent& event) {
    if (!is_first_of_row(event.position)) return add_to_row(event);
    steps_in_row_ = 1;
    timeline_.rows.push_back({.kind = RowKind::event,
                              .column = column_of(event.task),
                              .position = event.position,
                              .text = event.text,
                              .place = event.place,
                              .marks = marks_[event.position],
                              .shows_error = shows_error(event.position)});
  }

  void add_to_row(const ShownEvent& event) {
    TimelineRow& row = timeline_.rows.back();
    row.text = event.origin.call + " (" + std::to_string(++steps_in_row_) + " steps)";
    for (const char mark : marks_[event.position])
      if (row.marks.find(mark) == std::string::npos) row.marks += mark;
  }

  [[nodiscard]] bool shows_error(Position position) const {
    return std::ranges::find(error_.finding.events, position) != error_.finding.events.end();
  }

  void add_failure() {
    end_gap();
    timeline_.rows.push_back({.kind = RowKind::failure,
                              .column = column_of(error_.finding.task),
                              .text = std::string(short_words(error_.finding.kind)),
                              .place = error_.place,
                              .shows_error = true});
  }

  void add_waiting() {
    for (const ShownTask& task : error_.tasks)
      if (!task.ends.empty() && !task.in_mailbox)
        timeline_.rows.push_back(
            {.kind = RowKind::waiting, .column = column_of(task.task), .text = task.ends});
  }

  void end_gap() {
    if (gap_ == 0) return;
    timeline_.rows.push_back(
        {.kind = RowKind::gap,
         .text = std::to_string(gap_) + (gap_ == 1 ? " step omitted" : " steps omitted")});
    timeline_.has_gaps = true;
    gap_ = 0;
  }

  [[nodiscard]] std::size_t column_of(TaskId task) {
    const auto [entry, is_new] = columns_.try_emplace(task.value, timeline_.columns.size());
    if (is_new) {
      const auto named = std::ranges::find(error_.tasks, task, &ShownTask::task);
      timeline_.columns.push_back(named == error_.tasks.end() ? "?" : named->name);
    }
    return entry->second;
  }

  // --- Races ---

  [[nodiscard]] bool is_marked(Position position) const {
    return shown_[position] && marked_[position];
  }

  // The last races are the closest to the error.
  void add_marks() {
    marks_.resize(error_.events.size());
    std::vector<std::pair<Position, Position>> races;
    for (const auto& race : error_.races)
      if (is_marked(race.first) && is_marked(race.second)) races.push_back(race);
    if (races.size() > most_marks)
      races.erase(races.begin(), races.end() - static_cast<std::ptrdiff_t>(most_marks));
    for (std::size_t i = 0; i < races.size(); ++i) {
      const char letter = static_cast<char>('a' + i);
      marks_[races[i].first] += letter;
      marks_[races[i].second] += letter;
      timeline_.has_marks = true;
    }
  }

  const Counterexample& error_;
  std::vector<bool> shown_;              // by position
  std::vector<bool> marked_;             // by position: whether its race gets a mark
  std::vector<bool> bookkeeping_;        // by position: omitted as an internal step of a library
  std::vector<Position> first_in_call_;  // by position: the step whose row it shares
  std::size_t steps_in_row_ = 0;
  std::vector<std::string> marks_;                          // by position
  std::unordered_map<std::uint32_t, std::size_t> columns_;  // by task
  std::size_t gap_ = 0;
  Timeline timeline_;
};

}  // namespace

bool is_failure(const Counterexample& error) {
  const bool was_given_up = error.schedule.max_steps != 0;
  return error.finding.task.exists() && !was_given_up;
}

// Steps that race with a shown step are not treated as bookkeeping.
std::vector<bool> bookkeeping_of(const Counterexample& error) {
  std::vector<bool> result = named_positions(error);
  result.flip();
  const auto is_own = [&](Position position) {
    return error.events[position].origin.kind != StepOrigin::Kind::bookkeeping;
  };
  for (Position i = 0; i < result.size(); ++i)
    if (is_own(i)) result[i] = false;
  for (const auto& [first, second] : error.races)
    if (is_own(first) || is_own(second)) result[first] = result[second] = false;
  return result;
}

std::vector<bool> causal_past_of(const Counterexample& error) {
  // If no event shows the error (nondeterminism), every event may matter.
  const bool is_unknown = !is_failure(error) && error.finding.events.empty();
  std::vector<bool> past(error.events.size(), is_unknown);
  std::unordered_map<std::uint32_t, bool>
      wanted;  // task: is its next event, backwards, in the past?
  if (is_failure(error)) {
    wanted[error.finding.task.value] = true;
  } else {
    for (const Position position : error.finding.events) past[position] = true;
    for (const Reason& reason : error.finding.because)
      if (reason.position < past.size()) past[reason.position] = true;
  }
  for (std::size_t i = past.size(); i-- > 0;) {
    const ShownEvent& event = error.events[i];
    if (is_failure(error) && i >= error.finding.position) continue;
    past[i] = past[i] || wanted[event.task.value];
    if (!past[i]) continue;
    wanted[event.task.value] = true;
    for (const Position earlier : event.after) past[earlier] = true;
  }
  return past;
}

// Returns a short form of the message, which is above the timeline in full.
std::string_view short_words(FindingKind kind) {
  switch (kind) {
    case FindingKind::assertion:
      return "assertion failed";
    case FindingKind::runtime_error:
      return "runtime error";
    case FindingKind::misuse:
      return "misuse";
    case FindingKind::deadlock:
      return "deadlock";
    case FindingKind::crash:
      return "crash";
    case FindingKind::uncaught_exception:
      return "uncaught exception";
    case FindingKind::stack_overflow:
      return "stack overflow";
    case FindingKind::use_after_free:
      return "use after free";
    case FindingKind::double_free:
      return "double free";
    case FindingKind::invalid_free:
      return "invalid free";
    case FindingKind::leak:
      return "leak";
    case FindingKind::exit_status:
      return "exit status";
    case FindingKind::data_race:
      return "data race";
    case FindingKind::undelivered_message:
      return "undelivered message";
    case FindingKind::not_serialisable:
      return "not serialisable";
    case FindingKind::not_deterministic:
      return "not deterministic";
    case FindingKind::nondeterminism:
      return "nondeterminism";
    case FindingKind::livelock:
      break;
  }
  return "livelock";
}

Timeline make_timeline(const Counterexample& error, Detail detail) {
  return TimelineMaker(error, detail).make();
}

}  // namespace mazurka
