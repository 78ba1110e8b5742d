// Options that change how a native program runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mazurka::native {

struct RunOptions {
  bool spurious = false;     // waits on condition variables also end without a signal
  bool main_exits = false;   // the program ends when main returns, even if other tasks still run
  bool any_status = false;   // an exit status other than 0 is not reported as an error
  std::uint32_t unroll = 0;  // how often a task may execute the same place; 0: no limit
  // A task that computes for this long without a visible operation is reported as a livelock; 0:
  // never.
  double watchdog_seconds = 10;
  std::vector<std::string> trusted;  // libraries whose code is not an event ("libglib-2.0")
  std::vector<std::int64_t> nondet;  // values of __VERIFIER_nondet_int() and related functions
  bool debug = false;                // a debugger is attached (debugger.h)

  bool operator==(const RunOptions&) const = default;

  // Returns the options as written to schedule files: "spurious main_exits any_status unroll=3".
  [[nodiscard]] std::string to_text() const {
    std::string text = spurious ? "spurious " : "";
    if (main_exits) text += "main_exits ";
    if (any_status) text += "any_status ";
    for (const std::string& library : trusted) text += "trust=" + library + " ";
    for (const std::int64_t value : nondet) text += "nondet=" + std::to_string(value) + " ";
    if (unroll != 0) text += "unroll=" + std::to_string(unroll) + " ";
    if (!text.empty()) text.pop_back();
    return text;
  }
  void add(const std::string& word) {
    if (word == "spurious") spurious = true;
    if (word == "main_exits") main_exits = true;
    if (word == "any_status") any_status = true;
    if (word.starts_with("trust=")) trusted.push_back(word.substr(6));
    if (word.starts_with("nondet=")) nondet.push_back(std::stoll(word.substr(7)));
    if (word.starts_with("unroll="))
      unroll = static_cast<std::uint32_t>(std::stoul(word.substr(7)));
  }
};

}  // namespace mazurka::native
