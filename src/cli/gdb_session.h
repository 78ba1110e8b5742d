// `mazurka replay --gdb`: runs the replayed program under gdb, with commands that know its steps.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/native_build/executable.h"
#include "core/schedule.h"

namespace mazurka::cli {

// The script for gdb (src/cli/gdb/mz.py).
[[nodiscard]] std::string_view gdb_script();

// Opens gdb where the error of the schedule happens, and returns its exit status when the user
// leaves it. `arguments` are those of the replay. Throws UserError if there is no gdb.
[[nodiscard]] int start_gdb(const NativeProgram& program, std::span<const std::string> arguments,
                            const Schedule& schedule);

}  // namespace mazurka::cli
