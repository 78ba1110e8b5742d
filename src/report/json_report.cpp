#include "report/json_report.h"

#include <cmath>

#include "report/decision_words.h"
#include "report/json_parts.h"

namespace mazurka {

namespace {

// Returns the deciding step, counted from 1, or null if every execution has the error.
Json decision_in_json(const Counterexample& error) {
  if (!error.decision) return nullptr;
  const Decision& decision = *error.decision;
  const bool is_step = decision.kind != Decision::Kind::always;
  return {{"step", is_step ? Json(decision.step + 1) : Json(nullptr)},
          {"is_first", decision.kind != Decision::Kind::at_latest},
          {"continuations", decision.continuations},
          {"text", decision_in_words(error)}};
}

Json shortening_in_json(const Counterexample& error) {
  if (!error.shortening) return nullptr;
  return {{"steps_before", error.shortening->steps_before},
          {"switches_before", error.shortening->switches_before},
          {"switches", error.shortening->switches},
          {"complete", error.shortening->is_complete}};
}

Json error_in_json(const Counterexample& error, const std::string& schedule_file) {
  Json races = Json::array();
  for (const auto& [earlier, later] : error.races) races.push_back({earlier + 1, later + 1});
  Json waiting = Json::array();
  for (const ShownTask& task : error.tasks)
    if (!task.ends.empty()) waiting.push_back({{"task", task.name}, {"text", task.ends}});
  Json others = Json::array();
  for (const OtherPlace& other : error.others) others.push_back(other.places);
  return {{"kind", name_of(error.finding.kind)},
          {"message", error.finding.message},
          {"location", or_null(error.place)},
          {"other_places", others},
          {"other_places_left_out", error.others_left_out},
          {"task", or_null(error.task_name)},
          {"schedule", or_null(schedule_file)},
          {"after_steps", error.finding.position},
          {"because", because_in_json(error.finding)},
          {"shown_by", steps_of(error.finding.events)},
          {"races", races},
          {"waiting", waiting},
          {"decision", decision_in_json(error)},
          {"shortened", shortening_in_json(error)},
          {"events", events_in_json(error)}};
}

Json errors_in_json(const Report& report) {
  Json errors = Json::array();
  for (std::size_t i = 0; i < report.summary.errors.size(); ++i) {
    const bool has_file = i < report.schedule_files.size();
    errors.push_back(
        error_in_json(report.summary.errors[i], has_file ? report.schedule_files[i] : ""));
  }
  return errors;
}

Json statistics_in_json(const Summary& summary) {
  Json statistics = Json::object();
  for (const auto& [name, count] : summary.statistics) statistics[name] = count;
  return statistics;
}

}  // namespace

std::string json_report(const Report& report, const std::string& version) {
  const Summary& summary = report.summary;
  const Json json = {
      {"format", json_format},
      {"mazurka", version},
      {"program", report.program},
      {"algorithm", summary.algorithm},
      {"verdict", name_of(verdict_of(report))},
      {"executions", summary.executions},
      {"blocked",
       {{"assume", summary.assume_blocked},
        {"given_up", summary.given_up},
        {"deadlock", summary.deadlocks},
        {"sleep_set", summary.sleep_set_blocked},
        {"unroll", summary.cut},
        {"depth", summary.too_deep}}},
      {"cut_by_fairness", summary.cut_by_fairness},
      {"sampled", summary.sampled},
      {"distinct_traces", summary.distinct_traces ? Json(*summary.distinct_traces) : Json(nullptr)},
      {"events", summary.events},
      {"seconds", std::round(summary.seconds * 1e6) / 1e6},
      {"peak_memory_kib", summary.peak_memory_kib},
      {"bound", summary.bound == Bound::none ? Json(nullptr) : Json(name_of(summary.bound))},
      {"stopped_at_error", summary.stopped_at_error},
      {"error_executions", summary.error_executions},
      {"errors", errors_in_json(report)},
      {"notes", summary.notes},
      {"warnings", summary.warnings},
      {"not_covered", not_covered_in_json(summary.not_covered, report.policy)},
      {"stats", statistics_in_json(summary)}};
  return indented(json);
}

}  // namespace mazurka
