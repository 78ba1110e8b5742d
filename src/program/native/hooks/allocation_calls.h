// Allocation on behalf of other functions of the C library.
#pragma once

#include <cstddef>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// As malloc(), called at `place`.
[[nodiscard]] void* allocate_at(Address place, std::size_t size);

}  // namespace mazurka::native
