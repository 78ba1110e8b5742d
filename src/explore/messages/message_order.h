// Decides whether events can be run in some order, with one message at a time on each handler.
//
//   Paper    [EventDpor] the event-driven consistency problem, NP-hard (Appendix B); the saturation
//            is that of Appendix A.3, here for every discipline, and followed by a complete search.
//
// Given events, a partial order on them, and which messages run on which handler under which
// discipline, find_order() gives an order that can be run, or proves that there is none.
//
//   Saturation   Adds to the partial order what every solution must obey: messages of one handler
//                do not overlap, a message that does not end within the problem comes last, and
//                where the discipline says so, messages start in the order of their posts. Repeated
//                until nothing new follows. A cycle means that there is no solution.
//                Cost: each pass looks at all pairs of messages of a handler, each new edge takes
//                events² / 64 word operations, and there are at most events² edges.
//   Search       Runs the events. Whatever neither takes a handler nor decides what will, can run
//                at once: it only enables others. Starts, and posts whose order decides what
//                starts (post_is_choice()), are decisions; they are tried in the order given. A
//                state that failed once is not entered again. A step back takes events back, so a
//                decision copies nothing. Exponential in the worst case, as the problem is.
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

  std::vector<Event> events;  // the order in which decisions are tried
  // REQUIRES: each is posted by exactly one event. If a message has events, exactly one of them is
  // its start, and it comes after the post and before its other events in the partial order.
  std::vector<Message> messages;
  std::vector<Discipline> handlers;
  // A message whose event comes right after all of these: it must be running then. Or none.
  std::uint32_t runs_at_end = none;
};

// Returns the order, as indices into `events`, or nothing if there is none.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> find_order(const OrderProblem& problem);

}  // namespace mazurka
