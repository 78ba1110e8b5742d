// The receives of an execution that ran their `after`, arranged so that a send finds the last one
// that it conflicts with, however often the receiving task has polled its mailbox.
//
// A receive that ran its `after` conflicts with a later send to its mailbox if its filter takes the
// message (conflict.h). Whether it does depends on the filter and the message only, so either all
// receives of a mailbox with one filter conflict with a given send or none of them does. The last
// receive in conflict is therefore the last one with its filter, and it is enough to look at one
// receive for each filter. A mailbox has as many filters as its task has patterns to look for, with
// the values that they compare with; polling in a loop does not add filters.
#pragma once

#include <cstdint>
#include <vector>

#include "core/conflict.h"
#include "core/ids.h"
#include "core/registry.h"

namespace mazurka {

class LastAfters {
 public:
  static constexpr std::uint32_t none = 0xffffffffu;

  // Adds a receive that ran its `after`. Receives are numbered from 0 in the order of the calls.
  // Cost: the number of filters with which the mailbox was searched so far.
  void push(const Access& after);
  // Removes the receive that was added last. REQUIRES: there is one.
  void pop();
  void clear() {
    while (!receives_.empty()) pop();
  }

  // Returns the number of the last receive that conflicts with the access of a send, or `none`.
  // Cost: the number of filters with which the mailbox was searched so far.
  [[nodiscard]] std::uint32_t last_in_conflict(const Registry& registry, const ConflictTable& table,
                                               const Access& send) const;

 private:
  struct Receive {
    Access access;
    std::uint32_t slot = 0;         // of its filter, among those of its mailbox
    std::uint32_t previous = none;  // the number of the receive before it in this slot
  };

  std::vector<Receive> receives_;
  // By mailbox: the number of the last receive with each filter. Filters are in the order of their
  // first receives, so pop() removes the last slot if it removes the first receive with a filter.
  std::vector<std::vector<std::uint32_t>> slots_;
};

}  // namespace mazurka
