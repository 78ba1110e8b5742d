#include "check/phrases.h"

#include "check/task_names.h"

namespace mazurka {

Phrases::Phrases(const FinishedExecution& finished)
    : finished_(finished),
      names_(distinct_task_names(finished.execution, finished.describer, finished.pending)) {}

const std::string& Phrases::name(ObjectId object) const {
  return finished_.execution.registry().name_of(object);
}

std::string Phrases::event(Position position) const {
  return finished_.describer.describe(finished_.execution[position]);
}

std::string Phrases::place(LocationId location) const {
  if (!location.exists()) return "?";
  const SourceLocation& source = finished_.execution.registry().location(location);
  const std::size_t slash = source.file.rfind('/');
  const std::string file = slash == std::string::npos ? source.file : source.file.substr(slash + 1);
  return file + ":" + std::to_string(source.line);
}

std::string Phrases::at(LocationId location) const {
  return location.exists() ? " (" + place(location) + ")" : "";
}

std::string step(Position position) { return "step " + std::to_string(position + 1); }

std::string enumeration(const std::vector<std::string>& parts) {
  std::string result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) result += i + 1 == parts.size() ? " and " : ", ";
    result += parts[i];
  }
  return result;
}

}  // namespace mazurka
