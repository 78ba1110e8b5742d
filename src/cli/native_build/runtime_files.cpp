#include "cli/native_build/runtime_files.h"

#include <cstdlib>
#include <filesystem>

#include "core/user_error.h"

namespace mazurka::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* runtime_name = "libmazurka_native.so";

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

fs::path runtime_folder(const fs::path& own, const std::string& wanted) {
  if (!wanted.empty()) return wanted;
  return is_there(own / runtime_name) ? own : own.parent_path() / "lib";
}

// Returns ROOT/include for ROOT/build/release/mazurka and for ROOT/bin/mazurka.
std::string include_folder(const fs::path& own) {
  for (const fs::path& root : {own.parent_path(), own.parent_path().parent_path()})
    if (is_there(root / "include/mazurka/mazurka.h")) return (root / "include").string();
  throw UserError("", "cannot find the header mazurka/mazurka.h",
                  "it belongs in the folder 'include' beside the folder of the mazurka program");
}

}  // namespace

RuntimeFiles find_runtime_files(const std::string& own, const std::string& wanted) {
  const fs::path folder = runtime_folder(own, wanted);
  return {.include = include_folder(own), .runtime = (folder / runtime_name).string()};
}

void require_runtime(const RuntimeFiles& files) {
  if (!is_there(files.runtime))
    throw UserError("",
                    "there is no runtime for checked programs: '" + files.runtime + "' is missing",
                    "it is built and installed together with mazurka");
}

RuntimeFiles find_runtime_files() {
  const char* wanted = std::getenv("MAZURKA_RUNTIME");
  return find_runtime_files(fs::read_symlink("/proc/self/exe").parent_path().string(),
                            wanted != nullptr ? wanted : "");
}

}  // namespace mazurka::cli
