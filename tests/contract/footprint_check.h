// Holds Program::may_touch() against what tasks then do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "program/program.h"

namespace mazurka {

class FootprintCheck {
 public:
  explicit FootprintCheck(Program& program) : program_(program) {}

  // One execution. At each of its states each task is asked what it may touch: from then on, it and
  // the tasks that it creates must keep to that.
  void run_at_random(std::uint32_t seed, std::size_t longest) {
    std::mt19937 random(seed);
    promises_.clear();
    program_.restart();
    for (std::size_t steps = 0; steps < longest && !program_.enabled().empty(); ++steps) {
      ask_all();
      const std::span<const Choice> enabled = program_.enabled();
      const Event event = *program_.step(enabled[random() % enabled.size()]);
      check(event.task, event.accesses, event.operation == OperationKind::update);
      if (creates_task(event.operation)) promises_[event.other] = promises_[event.task];
    }
  }

 private:
  using Footprint = std::span<const Access>;
  struct ByPlace {
    bool operator()(Footprint a, Footprint b) const {
      return std::pair(a.data(), a.size()) < std::pair(b.data(), b.size());
    }
  };

  void ask_all() {
    program_.pending(pending_);
    for (const Pending& each : pending_) {
      const auto footprint = program_.may_touch(each.task);
      if (!footprint) continue;
      EXPECT_TRUE(std::ranges::is_sorted(*footprint));
      EXPECT_EQ(std::ranges::adjacent_find(*footprint), footprint->end());
      promises_[each.task].insert(*footprint);
      // What an algorithm sees of the next event is part of it.
      if (!each.stopped) check(each.task, each.accesses, each.operation == OperationKind::update);
    }
  }

  void check(TaskId task, AccessListId accesses, bool is_update) {
    for (const Footprint footprint : promises_[task])
      for (const Access access : program_.registry().accesses(accesses)) {
        EXPECT_TRUE(std::ranges::binary_search(footprint, access)) << text(task, access);
        if (is_update) {
          const Access read{access.object, AccessKind::read};
          EXPECT_TRUE(std::ranges::binary_search(footprint, read)) << text(task, read);
        }
      }
  }

  [[nodiscard]] std::string text(TaskId task, Access access) {
    return program_.describe(task) + " touches " + program_.registry().name_of(access.object) +
           ", kind " + std::to_string(static_cast<int>(access.kind));
  }

  Program& program_;
  std::map<TaskId, std::set<Footprint, ByPlace>> promises_;
  std::vector<Pending> pending_;
};

}  // namespace mazurka
