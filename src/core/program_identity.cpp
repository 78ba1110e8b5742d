#include "core/program_identity.h"

#include <algorithm>

namespace mazurka {

namespace {

std::string without_equals(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (c == '=')
      result += "%3d";
    else if (c == '%')
      result += "%25";
    else
      result += c;
  }
  return result;
}

std::string with_equals(std::string_view name) {
  std::string result;
  while (!name.empty()) {
    const bool is_escaped = name.starts_with("%3d") || name.starts_with("%25");
    result += !is_escaped ? name.front() : name[1] == '3' ? '=' : '%';
    name.remove_prefix(is_escaped ? 3 : 1);
  }
  return result;
}

// Hashes are long, and their first digits are enough for people.
std::string quoted_value(const ProgramIdentity::Part* part) {
  constexpr std::size_t longest = 40;
  if (part == nullptr) return "nothing";
  if (part->value.size() <= longest) return "'" + part->value + "'";
  return "'" + part->value.substr(0, longest / 2) + "…'";
}

}  // namespace

StableName ProgramIdentity::id() const {
  std::vector<std::string> sorted = lines();
  std::ranges::sort(sorted);
  StableName result = stable_name(NameKind::program);
  for (const std::string& line : sorted) result = continued(result, line);
  return result;
}

const ProgramIdentity::Part* ProgramIdentity::find(std::string_view name) const {
  const auto found = std::ranges::find(parts_, name, &Part::name);
  return found == parts_.end() ? nullptr : &*found;
}

std::string ProgramIdentity::difference_from(const ProgramIdentity& other) const {
  const auto words = [&](const std::string& name) {
    return name + " is " + quoted_value(find(name)) + ", not " + quoted_value(other.find(name));
  };
  for (const Part& part : parts_) {
    const Part* const same = other.find(part.name);
    if (same == nullptr || same->value != part.value) return words(part.name);
  }
  for (const Part& part : other.parts_)
    if (find(part.name) == nullptr) return words(part.name);
  return "";
}

std::vector<std::string> ProgramIdentity::lines() const {
  std::vector<std::string> result;
  for (const Part& part : parts_) result.push_back(without_equals(part.name) + "=" + part.value);
  return result;
}

ProgramIdentity ProgramIdentity::of_lines(const std::vector<std::string>& lines) {
  ProgramIdentity result;
  for (const std::string& line : lines) {
    const std::size_t equals = std::min(line.find('='), line.size());
    result.add(with_equals(std::string_view(line).substr(0, equals)),
               equals < line.size() ? line.substr(equals + 1) : "");
  }
  return result;
}

}  // namespace mazurka
