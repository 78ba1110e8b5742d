// Translates a model into a sequential one that fails an assertion iff the events of the model are
// not robust by conflicts.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "program/model/model.h"

namespace mazurka::model {

// Returns the text of the sequential model: one thread, procedures instead of messages and threads,
// and `choose` for what [Robustness17] guesses. `main` is the name of the main handler; empty: the
// first one. Throws UserError if the model is wrong, or uses something that the translation does
// not support, with the location.
[[nodiscard]] std::string sequential_model(std::string_view source, const std::string& file_name,
                                           std::span<const Define> defines,
                                           const std::string& main);

}  // namespace mazurka::model
