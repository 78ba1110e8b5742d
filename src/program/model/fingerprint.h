// Computes fingerprints of states, for merging and for tests. Equal states have equal fingerprints,
// whatever schedule led to them.
#pragma once

#include <cstdint>

#include "program/model/bytecode.h"
#include "program/model/messages.h"
#include "program/model/state.h"
#include "program/model/task_names.h"

namespace mazurka::model {

// Returns the fingerprint of what mailboxes hold, in order, where the order decides what starts;
// 0 if they hold nothing.
[[nodiscard]] std::uint64_t mailbox_fingerprint(const State& state, const TaskNames& names);
// Returns the fingerprint of values, owners of locks, and the position, registers and received
// messages of each task, without the order in mailboxes of handlers.
[[nodiscard]] std::uint64_t state_fingerprint(const State& state, const Image& image,
                                              const TaskNames& names, const Messages& messages);

}  // namespace mazurka::model
