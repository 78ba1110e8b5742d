// The result of a check of robustness, as text for its reports.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explore/summary.h"

namespace mazurka {

enum class RobustMethod : std::uint8_t { explore, sequential };

enum class RobustVerdict : std::uint8_t {
  holds,      // no conflict contradicts it
  benign,     // conflicts contradict it, but the serial semantics reaches every final state, too
  violated,   // there is a final state that the serial semantics does not reach
  undecided,  // conflicts contradict it, but a bound ended the check before states were compared
  unknown,    // not examined, because of a bound or because a precondition does not hold
};

[[nodiscard]] std::string_view name_of(RobustVerdict verdict);
[[nodiscard]] std::string_view name_of(RobustMethod method);

struct VariableDifference {
  std::string variable;
  std::int64_t concurrent = 0;
  std::int64_t serial = 0;
};

// A conflict that contradicts robustness, with an execution that shows it.
struct RobustCase {
  bool is_determinism = false;  // false: about serialisability
  RobustVerdict verdict = RobustVerdict::violated;
  std::string event;               // determinism: its name
  std::vector<std::string> cycle;  // serialisability: the names of its events
  Counterexample concurrent;       // the finding has root and pivot, or the edges of the cycle
  Counterexample serial;           // the execution that it is compared with
  std::vector<std::string> order;  // of the events in it
  std::vector<VariableDifference> difference;  // of the final states; empty if benign
  std::vector<std::string> unfinished;         // tasks that end in the serial execution only
  std::vector<std::string> advice;
  std::vector<TaskId> environment;  // tasks that belong to no event
};

struct EventVerdict {
  std::string name;
  RobustVerdict determinism = RobustVerdict::holds;
};

struct RobustSummary {
  RobustMethod method = RobustMethod::explore;
  std::string main;  // the main handler
  // Events have no values (recorded traces): every conflict counts as a violation, because states
  // cannot be compared.
  bool by_conflicts_alone = false;
  std::uint32_t instances = 1;  // how often each event happens, at most
  RobustVerdict serialisability = RobustVerdict::holds;
  std::vector<EventVerdict> events;
  std::vector<RobustCase> cases;
  std::vector<std::string> outside;  // descriptions of what the definitions do not cover
  std::vector<std::string> notes;    // sentences that qualify the result
  std::vector<NotCovered> not_covered;
  std::uint64_t errors = 0;  // errors of the program (assertions …) found on the way
  std::uint64_t executions = 0;
  std::uint64_t steps = 0;
  double seconds = 0;
  Bound bound = Bound::none;
};

}  // namespace mazurka
