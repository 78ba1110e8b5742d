// Can these events be run in some order, one message at a time per handler?
//
//   Paper    [EventDpor] the event-driven consistency problem, NP-hard (Appendix B); the saturation
//            is that of Appendix A.3, here for fifo as well, and followed by a complete search.
//
// Given events, a partial order on them, and which messages run on which handler under which
// discipline, find_order() gives an order that can be run, or proves that there is none.
//
//   Saturation   What every solution must obey: messages of one handler do not overlap, one that
//                does not end within the problem comes last, fifo handlers start messages in the
//                order of their posts. Repeated until nothing new follows. A cycle: no solution.
//   Search       Runs the events. Whatever occupies no handler and no place in a queue can go at
//                once, it cannot hurt. Only starts (multiset) and posts (fifo) are decisions; they
//                are tried in the order given, and a state that failed once is not entered again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/registry.h"

namespace mazurka {

struct OrderProblem {
  static constexpr std::uint32_t none = 0xffffffffu;

  struct Event {
    std::vector<std::uint32_t> after;  // events that must come before it
    std::uint32_t message = none;      // whose event it is; none: of a thread
    bool starts = false;               // it is the start of its message
    bool ends = false;                 // the message ends with it
    std::uint32_t posts = none;        // the message that it posts
  };
  struct Message {
    std::uint32_t handler = 0;
  };

  std::vector<Event> events;      // the order in which decisions are tried
  std::vector<Message> messages;  // each is posted by an event
  std::vector<Discipline> handlers;
  // A message whose event comes right after all of these: it must be running then. Or none.
  std::uint32_t runs_at_end = none;
};

// The order, as indices into `events`; none: it is impossible.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> find_order(const OrderProblem& problem);

}  // namespace mazurka
