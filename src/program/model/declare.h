// Turns declarations into symbols, cells, locks, condition variables and handlers.
#pragma once

#include <span>

#include "core/registry.h"
#include "program/model/bytecode.h"
#include "program/model/model.h"
#include "program/model/source.h"
#include "program/model/symbol_table.h"
#include "program/model/syntax.h"

namespace mazurka::model {

// The maximum number of variables, locks, condition variables and handlers together.
inline constexpr std::int64_t most_cells = 1'000'000;

// Fills `symbols` (tasks included), the data of `image`, the objects and handlers of `registry`.
void declare(const Module& module, const Source& source, std::span<const Define> defines,
             Symbols& symbols, Image& image, Registry& registry);

}  // namespace mazurka::model
