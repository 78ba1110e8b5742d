// Derives the order of lifecycle, window and user interface events from the ENABLE- and TRIGGER-
// lines of a recording, for recordings without a dependence file.
//
// Android runs the handler of such an event, which has the TRIGGER- line, only after the operation
// that made the event possible, which has the ENABLE- line with the same values. The published tool
// seeds happens-before with such pairs ([EmDpor18] Section 4); it has them from a file.
#pragma once

#include <vector>

#include "program/recorded/operations.h"

namespace mazurka::recorded {

// Returns the pairs of operations that are ordered because of TRIGGER- lines, each with the line of
// the TRIGGER-:
// - If an ENABLE- comes before the post of the triggered message, the message is posted after it.
// - Else the TRIGGER- runs after the last ENABLE- before it. If a message of the same thread has
//   this ENABLE-, it is also posted before the triggered message, because the TRIGGER- would
//   otherwise wait forever on the thread that runs the ENABLE-.
// A TRIGGER- without an ENABLE- belongs to the same event as an earlier TRIGGER- of its message.
// Throws UserError if there is none.
// REQUIRES: lay_out() accepts the operations.
[[nodiscard]] std::vector<Dependence> lifecycle_order(const File& trace,
                                                      const std::vector<Operation>& operations);

}  // namespace mazurka::recorded
