// The executable and the shared libraries that are loaded, by names that do not depend on where
// they are loaded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "program/native/platform/layout.h"

namespace mazurka::native {

struct LoadedModule {
  std::string name;                // the file without folders; `executable_name` for the executable
  std::string path;                // as the dynamic linker knows it; empty for the executable
  std::string build_id;            // in hexadecimal digits; empty if the linker wrote none
  std::vector<std::string> needs;  // names of the modules that it is linked with
  Address base = 0;                // offsets in the module count from here
  Address begin = 0;               // of the memory that it occupies
  Address end = 0;
};

inline constexpr std::string_view executable_name = "program";
// The runtime, with the checker in it.
inline constexpr std::string_view runtime_name = "libmazurka_native.so";

// Returns what is loaded, in the order of loading, which may differ between processes. A second
// module with the same name has its build id in its name, too. REQUIRES for all functions here:
// `running` is null.
[[nodiscard]] const std::vector<LoadedModule>& modules();
// Returns the module that contains the address; null if there is none.
[[nodiscard]] const LoadedModule* module_at(Address address);
[[nodiscard]] const LoadedModule* module_named(std::string_view name);

// Returns the modules that belong to the program under test: all but the runtime, what only the
// runtime needs, and what the kernel provides.
[[nodiscard]] std::vector<const LoadedModule*> modules_of_program();

// Returns where the libraries begin that were loaded before main. What the kernel maps later lies
// below them.
[[nodiscard]] Address begin_of_libraries();

}  // namespace mazurka::native
