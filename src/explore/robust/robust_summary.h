// What a check of robustness found, in words: what its reports are made from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explore/summary.h"

namespace mazurka {

enum class RobustMethod : std::uint8_t { explore, sequential };

enum class RobustVerdict : std::uint8_t {
  holds,      // no conflict stands against it
  benign,     // conflicts do, but every state is one that the serial semantics reaches too
  violated,   // there is a state that only concurrency reaches
  undecided,  // conflicts do; a bound came before the states were compared
  unknown,    // not examined: a bound, or what it needs does not hold
};

[[nodiscard]] std::string_view name_of(RobustVerdict verdict);
[[nodiscard]] std::string_view name_of(RobustMethod method);

struct VariableDifference {
  std::string variable;
  std::int64_t concurrent = 0;
  std::int64_t serial = 0;
};

// One conflict that stands against robustness, with an execution that shows it.
struct RobustCase {
  bool is_determinism = false;  // else serialisability
  RobustVerdict verdict = RobustVerdict::violated;
  std::string event;               // determinism: its name
  std::vector<std::string> cycle;  // serialisability: the names of its events
  Counterexample concurrent;       // the finding has root and pivot, or the edges of the cycle
  Counterexample serial;           // the execution that it is compared with
  std::vector<std::string> order;  // of the events in it
  std::vector<VariableDifference> difference;  // of the final states; empty if benign
  std::vector<std::string> unfinished;         // tasks that end in the other one only
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
  RobustVerdict serialisability = RobustVerdict::holds;
  std::vector<EventVerdict> events;
  std::vector<RobustCase> cases;
  std::vector<std::string> outside;  // what is outside the notion, in words
  std::vector<std::string> notes;    // what to know about the result, each a sentence
  std::uint64_t errors = 0;          // of the program (assertions …), met on the way
  std::uint64_t executions = 0;
  std::uint64_t steps = 0;
  double seconds = 0;
  Bound bound = Bound::none;
};

}  // namespace mazurka
