// The happens-before graph of each error for Graphviz: one digraph per error.
//
// Nodes are events, in a cluster per task (within a cluster per handler); solid edges are direct
// happens-before, dashed ones without an influence on the layout are races.
#pragma once

#include <string>

#include "report/report.h"

namespace mazurka {

// Without `verbose`, only what led to the error.
[[nodiscard]] std::string dot_report(const Report& report, bool verbose = false);

}  // namespace mazurka
