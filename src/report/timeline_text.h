// Draws a timeline: one line per step, one column per task, so that one sees who went when.
#pragma once

#include <cstddef>
#include <string>

#include "report/text_style.h"
#include "report/timeline.h"

namespace mazurka {

inline constexpr std::size_t least_timeline_width = 40;

// Lines of at most `width` columns (if that is not less than the least width).
[[nodiscard]] std::string drawn(const Timeline& timeline, std::size_t width,
                                const TextStyle& style);

}  // namespace mazurka
