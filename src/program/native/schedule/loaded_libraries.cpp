#include "program/native/schedule/loaded_libraries.h"

#include <algorithm>
#include <dlfcn.h>
#include <link.h>
#include <string_view>

#include "program/native/process/memory_snapshot.h"
#include "program/native/process/running.h"
#include "program/native/sharing/fact_log.h"

namespace mazurka::native {
namespace {

constexpr std::string_view line_start = "library ";
constexpr std::string_view line_start_global = "library global ";

}  // namespace

void LoadedLibraries::note(void* library, int flags) {
  link_map* map = nullptr;
  if (library == nullptr || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return;
  if (map->l_name == nullptr || *map->l_name == '\0') return;  // the executable
  const std::string path = map->l_name;
  const auto names_it = [&](const std::string& line) {
    return line == std::string(line_start) + path || line == std::string(line_start_global) + path;
  };
  if (std::ranges::any_of(lines_, names_it)) return;
  const bool is_global = (flags & RTLD_GLOBAL) != 0;
  lines_.push_back(std::string(is_global ? line_start_global : line_start) + path);
  has_news_ = true;
  record_library(lines_.back());
}

void LoadedLibraries::load(const std::string& line) {
  const bool is_global = line.starts_with(line_start_global);
  const std::string path = line.substr(is_global ? line_start_global.size() : line_start.size());
  const int flags = RTLD_NOW | (is_global ? RTLD_GLOBAL : RTLD_LOCAL);
  void* library = nullptr;
  {
    const OutsideProgram outside;
    static auto* const open_library =
        reinterpret_cast<void* (*)(const char*, int)>(dlsym(RTLD_NEXT, "dlopen"));
    MappedWhileLoading::begin();
    library = open_library(path.c_str(), flags);
    MappedWhileLoading::end();
  }
  note(library, flags);
  has_news_ = false;
}

}  // namespace mazurka::native
