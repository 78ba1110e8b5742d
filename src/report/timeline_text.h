// Draws a timeline: one line per step, one column per task, so that one sees who went when.
#pragma once

#include <cstddef>
#include <string>

#include "report/text_style.h"
#include "report/timeline.h"

namespace mazurka {

// Lines of at most `width` columns (if that is not less than 40).
[[nodiscard]] std::string drawn(const Timeline& timeline, std::size_t width,
                                const TextStyle& style);

}  // namespace mazurka
