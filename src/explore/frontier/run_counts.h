// The counts of a Summary as a list of numbers: what a run adds to them, and their sums over
// several processes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "explore/summary.h"

namespace mazurka {

struct RunCounts {
  static constexpr std::size_t count = 12;
  std::array<std::uint64_t, count> values{};

  bool operator==(const RunCounts&) const = default;

  [[nodiscard]] static RunCounts of(const Summary& summary) {
    RunCounts result;
    std::size_t next = 0;
    for_each(summary, [&](const std::uint64_t& each) { result.values[next++] = each; });
    return result;
  }
  void give(Summary& summary) const {
    std::size_t next = 0;
    for_each(summary, [&](std::uint64_t& each) { each = values[next++]; });
  }
  [[nodiscard]] std::uint64_t maximal_executions() const {
    Summary summary;
    give(summary);
    return summary.maximal_executions();
  }
  RunCounts& operator+=(const RunCounts& other) {
    for (std::size_t i = 0; i < count; ++i) values[i] += other.values[i];
    return *this;
  }
  RunCounts& operator-=(const RunCounts& other) {
    for (std::size_t i = 0; i < count; ++i) values[i] -= other.values[i];
    return *this;
  }

 private:
  template <class AnySummary, class Visit>
  static void for_each(AnySummary& summary, const Visit& visit) {
    visit(summary.executions);
    visit(summary.assume_blocked);
    visit(summary.given_up);
    visit(summary.cut);
    visit(summary.too_deep);
    visit(summary.cut_by_fairness);
    visit(summary.deadlocks);
    visit(summary.sleep_set_blocked);
    visit(summary.sampled);
    visit(summary.events);
    visit(summary.transitions);
    visit(summary.error_executions);
  }
};

}  // namespace mazurka
