// A model's text into an image.
#pragma once

#include <span>

#include "core/registry.h"
#include "program/model/bytecode.h"
#include "program/model/model.h"
#include "program/model/source.h"

namespace mazurka::model {

// Adds the model's objects, handlers and places to `registry`. Throws UserError.
[[nodiscard]] Image compile(const Source& source, std::span<const Define> defines,
                            Registry& registry);

}  // namespace mazurka::model
