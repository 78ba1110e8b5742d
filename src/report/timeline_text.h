// Draws a timeline as text: one line per step, one column per task.
#pragma once

#include <cstddef>
#include <string>

#include "report/text_style.h"
#include "report/timeline.h"

namespace mazurka {

inline constexpr std::size_t least_timeline_width = 40;

// Returns lines of at most `width` columns, or of the minimum width if `width` is smaller.
[[nodiscard]] std::string drawn(const Timeline& timeline, std::size_t width,
                                const TextStyle& style);

}  // namespace mazurka
