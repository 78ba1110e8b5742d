// How a native program is run, where the user has a choice.
#pragma once

#include <cstdint>
#include <string>

namespace mazurka::native {

struct RunOptions {
  bool spurious = false;     // waits on condition variables also end without a signal
  bool main_exits = false;   // with main, the program ends: nobody need finish
  bool any_status = false;   // an exit status other than 0 is no error
  std::uint32_t unroll = 0;  // how often a task may come to the same place; 0: as often as it likes
  // A task that computes for so long without a visible operation is a livelock; 0: never.
  double watchdog_seconds = 10;
  // Looks at some executions at random first, to learn what is shared. Not if one of them may end
  // the process: nobody would know which.
  bool scouts = true;
  bool debug = false;  // a debugger looks on (debugger.h)

  bool operator==(const RunOptions&) const = default;

  // For schedules: "spurious main_exits any_status unroll=3".
  [[nodiscard]] std::string to_text() const {
    std::string text = spurious ? "spurious " : "";
    if (main_exits) text += "main_exits ";
    if (any_status) text += "any_status ";
    if (unroll != 0) text += "unroll=" + std::to_string(unroll) + " ";
    if (!text.empty()) text.pop_back();
    return text;
  }
  void add(const std::string& word) {
    if (word == "spurious") spurious = true;
    if (word == "main_exits") main_exits = true;
    if (word == "any_status") any_status = true;
    if (word.starts_with("unroll="))
      unroll = static_cast<std::uint32_t>(std::stoul(word.substr(7)));
  }
};

}  // namespace mazurka::native
