// Prepares the operations of a recording as the published tool does ([EmDpor18] Section 4, the
// post-processing of traces): removes empty messages and gives delayed posts their own tasks.
#pragma once

#include <cstdint>
#include <vector>

#include "program/recorded/operations.h"

namespace mazurka::recorded {

// Returns the operations without empty messages: without their POST, CALL and RET lines. A message
// is empty if it has no line but posts of empty messages. A post of a message that is never called
// counts as a post of an empty one. A message stays if a dependence names one of its three lines.
// REQUIRES: lay_out() accepts the operations.
[[nodiscard]] std::vector<Operation> without_empty_messages(
    std::vector<Operation> operations, const std::vector<Dependence>& dependences);

// Replaces each DELAY-POST by a FORK of a task that does nothing but the post. The operations stay
// in an order in which they can have run: the post comes as late as the order of calls allows. Both
// operations have the number of the DELAY-POST; the FORK comes first.
//
// A DELAY-POST stays as it is if its thread does nothing else, because then the thread already
// posts at any later time; but not if the recording calls a message first that was posted later.
[[nodiscard]] std::vector<Operation> with_delayed_posts_apart(std::vector<Operation> operations);

// Is this the task of a DELAY-POST, instead of a thread of the recording? Names of threads have no
// blanks, so a task of a DELAY-POST is named by its line.
[[nodiscard]] bool is_delayed_post(std::string_view thread);

}  // namespace mazurka::recorded
