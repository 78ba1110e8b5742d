#include "report/error_groups.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "report/source_place.h"

namespace mazurka {

std::vector<ErrorGroup> grouped_errors(const Summary& summary) {
  std::vector<ErrorGroup> result;
  std::map<std::string, std::size_t> races;  // by their message, which names the variable
  for (std::size_t i = 0; i < summary.errors.size(); ++i) {
    const Finding& finding = summary.errors[i].finding;
    if (finding.kind == FindingKind::data_race) {
      const auto [entry, is_new] = races.try_emplace(finding.message, result.size());
      if (!is_new) {
        result[entry->second].others.push_back(i);
        continue;
      }
    }
    result.push_back({i, {}});
  }
  return result;
}

std::string places_in_words(const Counterexample& error) {
  std::vector<SourcePlace> places;
  for (const Position position : error.finding.events)
    if (position < error.events.size())
      places.push_back(parsed_place(without_folder_and_column(error.events[position].place)));
  std::ranges::sort(places, {},
                    [](const SourcePlace& place) { return std::tie(place.file, place.line); });
  std::string result;
  for (const SourcePlace& place : places)
    result += (result.empty() ? "" : " and ") +
              (place.file.empty() ? "?" : place.file + ":" + std::to_string(place.line));
  return result;
}

}  // namespace mazurka
