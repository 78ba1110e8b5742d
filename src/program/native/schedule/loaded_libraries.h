// Libraries that the program or its libraries have loaded with dlopen().
//
// A library stays loaded in later executions of a process, so its constructors run only in the
// first one that loads it. That it is loaded is therefore part of what is known about the program:
// an exploration in which it happens starts again, and another process that adopts what is known
// (a replay, another worker) loads the library before anything runs.
#pragma once

#include <string>
#include <vector>

namespace mazurka::native {

class LoadedLibraries {
 public:
  // Must be called when dlopen() has returned `library`, loaded with these flags.
  void note(void* library, int flags);
  // Loads what a line of lines() names, unless it is loaded. Without effect if there is no such
  // file here. REQUIRES: no task runs.
  void load(const std::string& line);

  [[nodiscard]] bool has_news() const { return has_news_; }
  void commit() { has_news_ = false; }
  // Returns "library PATH" or "library global PATH" for each, in the order of loading.
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
  bool has_news_ = false;
};

}  // namespace mazurka::native
