// Compiles the text of a model to an image.
#pragma once

#include <span>

#include "core/registry.h"
#include "program/model/bytecode.h"
#include "program/model/model.h"
#include "program/model/source.h"

namespace mazurka::model {

// Returns the image, and adds the objects, handlers and locations of the model to `registry`.
// Throws UserError.
[[nodiscard]] Image compile(const Source& source, std::span<const Define> defines,
                            Registry& registry, const Options& options = {});

}  // namespace mazurka::model
