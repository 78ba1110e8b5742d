#include <cmath>

#include "report/json_parts.h"
#include "report/report.h"
#include "report/robust_report.h"

namespace mazurka {

namespace {

Json list(const std::vector<std::string>& texts) {
  Json result = Json::array();
  for (const std::string& text : texts) result.push_back(text);
  return result;
}

Json difference_in_json(const RobustCase& each) {
  Json result = Json::array();
  for (const VariableDifference& difference : each.difference)
    result.push_back({{"variable", difference.variable},
                      {"concurrent", difference.concurrent},
                      {"serial", difference.serial}});
  return result;
}

Json case_in_json(const RobustCase& each, const std::string& schedule) {
  const Finding& finding = each.concurrent.finding;
  return {{"kind", each.is_determinism ? "determinism" : "serialisability"},
          {"verdict", name_of(each.verdict)},
          {"message", finding.message},
          {"event", or_null(each.event)},
          {"cycle", list(each.cycle)},
          {"because", because_in_json(finding)},
          {"shown_by", steps_of(finding.events)},
          {"difference", difference_in_json(each)},
          {"unfinished", list(each.unfinished)},
          {"advice", list(each.advice)},
          {"schedule", or_null(schedule)},
          {"serial_order", list(each.order)},
          {"concurrent_events", events_in_json(each.concurrent)},
          {"serial_events", events_in_json(each.serial)}};
}

}  // namespace

std::string robust_json(const RobustReport& report, const std::string& version) {
  const RobustSummary& summary = report.summary;
  Json events = Json::array();
  for (const EventVerdict& event : summary.events)
    events.push_back({{"event", event.name}, {"determinism", name_of(event.determinism)}});
  Json cases = Json::array();
  for (std::size_t i = 0; i < summary.cases.size(); ++i)
    cases.push_back(case_in_json(summary.cases[i],
                                 i < report.schedule_files.size() ? report.schedule_files[i] : ""));
  const Json json = {
      {"format", json_format},
      {"mazurka", version},
      {"program", report.program},
      {"method", name_of(summary.method)},
      {"main", summary.main},
      {"verdict", name_of(verdict_of(report))},
      {"judged_by", summary.by_conflicts_alone ? "conflicts" : "states"},
      {"instances", summary.instances},
      {"serialisability", name_of(summary.serialisability)},
      {"events", events},
      {"outside", list(summary.outside)},
      {"errors", summary.errors},
      {"notes", list(summary.notes)},
      {"not_covered", not_covered_in_json(summary.not_covered, report.policy)},
      {"executions", summary.executions},
      {"steps", summary.steps},
      {"seconds", std::round(summary.seconds * 1e6) / 1e6},
      {"bound", summary.bound == Bound::none ? Json(nullptr) : Json(name_of(summary.bound))},
      {"cases", cases}};
  return indented(json);
}

}  // namespace mazurka
