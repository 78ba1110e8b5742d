// States as numbers, for merging and for tests: equal states have equal numbers, whatever the
// schedule that led to them.
#pragma once

#include <cstdint>

#include "program/model/bytecode.h"
#include "program/model/state.h"
#include "program/model/task_names.h"

namespace mazurka::model {

// What waits in mailboxes, in order, where the order decides what starts; 0 if nothing does.
[[nodiscard]] std::uint64_t mailbox_fingerprint(const State& state, const TaskNames& names);
// Values, owners of locks, and of each task where it stands and its registers; not the order in
// mailboxes.
[[nodiscard]] std::uint64_t state_fingerprint(const State& state, const Image& image,
                                              const TaskNames& names);

}  // namespace mazurka::model
