// Explains a deadlock: what happened in which order, so that no task can continue.
#pragma once

#include <vector>

#include "check/phrases.h"
#include "check/wait_graph.h"

namespace mazurka {

// Appends one line for each cycle and each sleeper, and one for all awaits together, but only the
// first few.
void tell_causes(const FinishedExecution& finished, const WaitGraph& graph,
                 const std::vector<WaitGraph::Chain>& chains, const Phrases& phrases,
                 std::vector<Reason>& because);

}  // namespace mazurka
