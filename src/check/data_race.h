// Finds data races: two accesses of different threads to the same memory, at least one of them a
// write and at least one of them plain, that no synchronisation orders. Their behaviour is
// undefined in C and C++.
//
// Only native programs have them: all accesses of models are atomic.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/data_race_cause.h"
#include "check/finding.h"
#include "check/finished_execution.h"
#include "check/synchronisation.h"

namespace mazurka {

// Checks the executions of one exploration. Memory is reused, and each pair of locations is
// described only once.
class DataRaceCheck {
 public:
  explicit DataRaceCheck(
      Synchronisation::Presumed presumed = Synchronisation::Presumed::synchronises)
      : synchronisation_(presumed) {}

  // Appends a finding for each pair of locations. Cost: threads per access, if any access is plain.
  void find(const FinishedExecution& finished, std::vector<Finding>& findings);

 private:
  static constexpr std::uint32_t none = 0xffffffffu;
  static constexpr Position nowhere = Execution::nowhere;

  // The last accesses of a thread to an object. Whatever races with an earlier access of the same
  // kind also races with the last one.
  struct LastAccesses {
    Position plain_write = nowhere;
    Position plain_read = nowhere;
    Position atomic_write = nowhere;
    Position atomic_read = nowhere;
  };
  struct ObjectRow {
    std::uint64_t run = 0;  // in which it was set
    std::uint32_t row = 0;
  };
  struct Race {
    Position earlier;
    Position later;
    ObjectId object;
  };

  void begin(const Execution& execution);
  void look_at(const Execution& execution, Position later);
  void compare(const Execution& execution, Race race, Position earlier);
  // Creates the teller if it is needed.
  [[nodiscard]] Finding finding_of(const FinishedExecution& finished, const Race& race,
                                   std::optional<DataRaceTeller>& teller);
  [[nodiscard]] LocationId first_with_same_text(const Registry& registry, LocationId place);

  Synchronisation synchronisation_;
  std::uint64_t run_ = 0;
  std::vector<ObjectRow> of_object_;    // only objects with a plain access have a row
  std::vector<LastAccesses> rows_;      // one entry per thread
  std::vector<std::uint64_t> threads_;  // by row: a set of those that have accessed the object
  std::uint32_t words_ = 0;             // of such a set
  std::uint32_t row_count_ = 0;
  using Places = std::pair<LocationId, LocationId>;
  std::map<Places, Race> races_;                    // of this execution, the first of each pair
  std::map<Places, std::vector<LocationId>> told_;  // with Finding::places
  std::map<std::string, LocationId> places_;        // several instructions can have one location
};

}  // namespace mazurka
