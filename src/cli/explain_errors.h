// What is done about errors when an exploration is over, so that they are easier to understand.
// Each function replaces errors of the summary, one at a time, and calls `improved` with the index
// of the error: the process is killed when the time for explaining errors has passed.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

#include "explore/summary.h"
#include "program/program.h"

namespace mazurka::cli {

// With --keep-going: puts the errors in an order that does not depend on the exploration, and their
// executions in the canonical order of their traces (canonical_order.h), until `stop` is set. Calls
// `improved` with the index of each error.
void put_in_canonical_order(Summary& summary, Program& program, std::uint64_t max_steps,
                            const std::atomic<bool>& stop,
                            const std::function<void(std::size_t)>& improved);
// Returns whether the error comes first in a report.
[[nodiscard]] bool comes_first(const Counterexample& a, const Counterexample& b);
// Sorts the further places of errors.
void sort_other_places(std::vector<Counterexample>& errors);

// Returns whether the functions below may take so long that the user should be told.
[[nodiscard]] bool takes_a_while_to_explain(const Summary& summary);

// Looks for simpler executions with the same errors, until `stop` is set.
void shorten_errors(Summary& summary, Program& program, const std::atomic<bool>& stop,
                    const std::function<void(std::size_t)>& improved);

// Describes the errors at the places where the author's code called libraries.
void locate_errors(Summary& summary, Program& program,
                   const std::function<void(std::size_t)>& improved);

}  // namespace mazurka::cli
