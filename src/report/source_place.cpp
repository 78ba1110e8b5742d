#include "report/source_place.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

namespace mazurka {

namespace {

// Removes ":12" from the end and returns 12, or 0 if there is no number.
std::uint32_t take_number(std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon + 1 == text.size()) return 0;
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, number);
  if (error != std::errc() || stop != end) return 0;
  text.resize(colon);
  return number;
}

}  // namespace

SourcePlace parsed_place(const std::string& text) {
  SourcePlace place{.file = text};
  const std::uint32_t last = take_number(place.file);
  if (last == 0 && place.file == text) return {};
  const std::string without_last = place.file;
  const std::uint32_t before = take_number(place.file);
  if (place.file == without_last) {
    place.line = last;
  } else {
    place.line = before;
    place.column = last;
  }
  return place.file.empty() || place.line == 0 ? SourcePlace{} : place;
}

std::vector<std::string> files_shown(const Summary& summary) {
  std::vector<std::string> files;
  std::unordered_set<std::string> known;
  const auto add = [&](const std::string& text) {
    const std::string file = parsed_place(text).file;
    if (!file.empty() && known.insert(file).second) files.push_back(file);
  };
  for (const Counterexample& error : summary.errors) {
    add(error.place);
    for (const ShownEvent& event : error.events) add(event.place);
  }
  return files;
}

std::string without_folder_and_column(std::string_view place) {
  const std::size_t slash = place.rfind('/');
  if (slash != std::string_view::npos) place.remove_prefix(slash + 1);
  const std::size_t colon = place.rfind(':');
  if (colon != std::string_view::npos && place.find(':') != colon) place = place.substr(0, colon);
  return std::string(place);
}

}  // namespace mazurka
