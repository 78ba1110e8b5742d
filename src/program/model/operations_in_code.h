// Which events the instructions of a model are.
#pragma once

#include <vector>

#include "core/operation.h"
#include "core/registry.h"
#include "program/code_operations.h"
#include "program/model/bytecode.h"

namespace mazurka::model {

// Returns the operation of a visible instruction; `receive` also for a receive with `after`.
[[nodiscard]] OperationKind operation_kind(Op op);

// Returns the first place of each operation in the code of the model, also in code that no
// execution reaches.
[[nodiscard]] std::vector<CodeOperation> operations_in_code(const Image& image,
                                                            const Registry& registry);

}  // namespace mazurka::model
