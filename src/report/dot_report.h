// Writes the happens-before graph of each error for Graphviz: one digraph per error.
//
// Nodes are events, in one cluster per task, inside one cluster per handler. Solid edges are direct
// happens-before. Dashed edges are races, and do not influence the layout.
#pragma once

#include <string>

#include "report/report.h"

namespace mazurka {

// Returns the graphs. Without `verbose`, they contain only what led to the error.
[[nodiscard]] std::string dot_report(const Report& report, bool verbose = false);

}  // namespace mazurka
