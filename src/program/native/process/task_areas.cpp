#include "program/native/process/task_areas.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/hash.h"
#include "program/native/platform/complain.h"

namespace mazurka::native {

namespace {

// Removes the first number of a path, and the dot after it.
std::optional<std::uint32_t> take_ordinal(std::string_view& path) {
  std::uint32_t result = 0;
  const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), result);
  if (error != std::errc()) return std::nullopt;
  path.remove_prefix(static_cast<std::size_t>(end - path.data()));
  if (path.empty()) return result;
  if (path.size() == 1 || path.front() != '.') return std::nullopt;
  path.remove_prefix(1);
  return result;
}

}  // namespace

std::size_t TaskAreas::ChildHash::operator()(const Child& child) const noexcept {
  return mix(child.creator.value, child.ordinal);
}

TaskAreas::TaskAreas() { use(area_of_main, AreaId::none(), 0); }

std::uint64_t TaskAreas::hash_of(AreaId creator, std::uint32_t ordinal) const {
  return mix(creator.exists() ? known_[creator.value].hash : 0, ordinal);
}

AreaId TaskAreas::natural_area(AreaId creator, std::uint32_t ordinal) const {
  if (creator == area_of_main && ordinal + 1 < first_hashed) return {ordinal + 1};
  constexpr std::uint32_t count = first_exception - first_hashed;
  return {first_hashed + static_cast<std::uint32_t>(hash_of(creator, ordinal) % count)};
}

AreaId TaskAreas::free_area(AreaId from) const {
  while (from.value < most_areas && is_used(from)) ++from.value;
  if (from.value >= most_areas) give_up("this program creates too many different tasks");
  return from;
}

AreaId TaskAreas::use(AreaId area, AreaId creator, std::uint32_t ordinal) {
  if (area.value >= known_.size()) known_.resize(area.value + 1);
  known_[area.value] = {creator, ordinal, hash_of(creator, ordinal)};
  return areas_[{creator, ordinal}] = area;
}

AreaId TaskAreas::area_of(AreaId creator, std::uint32_t ordinal) {
  if (const auto known = areas_.find({creator, ordinal}); known != areas_.end())
    return known->second;
  const AreaId natural = natural_area(creator, ordinal);
  if (!is_used(natural)) return use(natural, creator, ordinal);
  const AreaId area = use(free_area(AreaId{first_exception}), creator, ordinal);
  exceptions_.push_back(area);
  return area;
}

std::string TaskAreas::path_of(AreaId area) const {
  if (!is_used(area)) return "";
  std::vector<std::uint32_t> ordinals;
  for (; area.exists(); area = known_[area.value].creator)
    ordinals.push_back(known_[area.value].ordinal);
  std::ranges::reverse(ordinals);
  return fmt::format("{}", fmt::join(ordinals, "."));
}

AreaId TaskAreas::with_path(std::string_view path) {
  const auto first = take_ordinal(path);
  if (!first || *first != 0) return AreaId::none();  // every native program begins with main
  AreaId area = area_of_main;
  while (!path.empty()) {
    const auto ordinal = take_ordinal(path);
    if (!ordinal) return AreaId::none();
    area = area_of(area, *ordinal);
  }
  return area;
}

bool TaskAreas::is_new_exception(AreaId area) const {
  return std::find(exceptions_.begin() + static_cast<std::ptrdiff_t>(known_exceptions_),
                   exceptions_.end(), area) != exceptions_.end();
}

std::vector<std::pair<std::string, AreaId>> TaskAreas::exceptions() const {
  std::vector<std::pair<std::string, AreaId>> result;
  for (const AreaId area : exceptions_) result.emplace_back(path_of(area), area);
  return result;
}

void TaskAreas::add_exception(std::string_view path, AreaId area) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || area.value < first_exception || area.value >= most_areas)
    return;
  const AreaId creator = with_path(path.substr(0, dot));
  std::string_view last = path.substr(dot + 1);
  const auto ordinal = take_ordinal(last);
  if (!creator.exists() || !ordinal || areas_.contains({creator, *ordinal})) return;
  exceptions_.push_back(use(free_area(area), creator, *ordinal));
  commit();
}

TaskAreas& task_areas() {
  static TaskAreas result;
  return result;
}

}  // namespace mazurka::native
