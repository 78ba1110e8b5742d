// Explains a data race: which tasks access what, and why nothing orders the two accesses.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "check/finding.h"
#include "check/finished_execution.h"
#include "check/phrases.h"

namespace mazurka {

// Explains the data races of one execution. REQUIRES: an event of the execution was described
// before, which resolves the names and locations that are used here.
class DataRaceTeller {
 public:
  explicit DataRaceTeller(const FinishedExecution& finished);

  // Sets the message and the reasons of the finding. The first race of an execution costs time
  // proportional to its length, and so does each race.
  void tell(Position earlier, Position later, ObjectId object, Finding& finding);

 private:
  [[nodiscard]] const std::string& name(ObjectId object) const { return phrases_.name(object); }
  [[nodiscard]] const std::string& name(TaskId task) const { return phrases_.name(task); }
  [[nodiscard]] ObjectId whole(ObjectId part, Position earlier, Position later) const;
  [[nodiscard]] Reason access(Position position, ObjectId object, ObjectId shown) const;
  [[nodiscard]] Reason locks(Position earlier, Position later) const;
  [[nodiscard]] std::optional<Reason> weak_order(Position earlier, Position later);
  [[nodiscard]] std::string_view verb(const Event& event, ObjectId object) const;
  [[nodiscard]] std::optional<std::string> locks_at(Position position) const;
  void find_last_writes();

  const Execution& execution_;
  const Describer& describer_;
  Phrases phrases_;
  // For each event, the last write before it of the variable that it accesses. Empty until needed.
  std::vector<Position> last_write_before_;
};

}  // namespace mazurka
