// Formats code addresses for reports.
#pragma once

#include <string>
#include <vector>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// Returns "a.cpp:9" for a call that returns to `place`; "?" if its source is not known.
[[nodiscard]] std::string location_text(Address place);

// Returns "a.cpp:9" for the innermost call that the author's code made, also where the called
// function was inlined; empty if there is none.
[[nodiscard]] std::string own_location_text(const std::vector<Address>& calls);
// Returns "increment (a.cpp:9)" for each call, innermost first. Library code that was compiled with
// the program appears only as the function that the program's own code called:
// "std::vector::push_back".
[[nodiscard]] std::vector<std::string> call_texts(const std::vector<Address>& places);

}  // namespace mazurka::native
