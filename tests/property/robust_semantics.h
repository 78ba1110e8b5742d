// The definitions of robustness by brute force, over a semantics of its own: this shares no code
// with the methods, with the engine, or with the model language.
//
// Definitions, with the terms of docs/robustness.md:
//   serialisable by conflicts   no execution has a cycle of events.
//   serialisable by states      every final state is one of an event-serial execution.
//   deterministic by conflicts  no execution of the event alone has an inversion.
//   deterministic by states     every execution of the event alone ends in the same state as the
//                               single-thread one.
// The last two hold in every state that the single-thread semantics reaches before the event.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "property/robust_model.h"

namespace mazurka::property::robust {

struct Truth {
  bool is_complete = true;  // false: too many states
  bool serialisable = true;
  bool serialisable_by_states = true;
  struct Event {
    bool deterministic = true;
    bool deterministic_by_states = true;
  };
  std::map<int, Event> events;  // those that start in some execution, by number
};

[[nodiscard]] Truth truth_of(const Model& model, std::size_t most_states);

}  // namespace mazurka::property::robust
