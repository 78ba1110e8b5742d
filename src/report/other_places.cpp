#include "report/other_places.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "report/coverage.h"
#include "report/source_place.h"

namespace mazurka {

namespace {

// Returns the locations in the order of lines: "a.cpp:12 and a.cpp:15".
std::string in_order(const std::vector<std::string>& texts) {
  std::vector<SourcePlace> places;
  for (const std::string& text : texts)
    places.push_back(parsed_place(without_folder_and_column(text)));
  std::ranges::sort(places, {},
                    [](const SourcePlace& place) { return std::tie(place.file, place.line); });
  std::string result;
  for (const SourcePlace& place : places)
    result += (result.empty() ? "" : " and ") +
              (place.file.empty() ? "?" : place.file + ":" + std::to_string(place.line));
  return result;
}

std::string own_places(const Counterexample& error) {
  std::vector<std::string> texts;
  for (const Position position : error.finding.events)
    if (position < error.events.size()) texts.push_back(error.events[position].place);
  return in_order(texts);
}

}  // namespace

std::vector<std::string> other_places(const Counterexample& error) {
  constexpr std::size_t most = 20;
  std::set<std::string> seen = {own_places(error)};
  std::vector<std::string> result;
  std::uint64_t left_out = error.others_left_out;
  for (const OtherPlace& other : error.others) {
    const std::string places = in_order(other.places);
    if (!seen.insert(places).second) continue;
    if (result.size() < most)
      result.push_back("also: " + places);
    else
      ++left_out;
  }
  if (left_out > 0) result.push_back("also: " + counted(left_out, "more pair") + " of places");
  return result;
}

}  // namespace mazurka
