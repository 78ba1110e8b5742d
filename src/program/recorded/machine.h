// Runs a recorded trace: how far each task has come, who has which lock, what the queues hold.
//
// Cost: a step allocates nothing once memory has grown to what an execution needs (recorded_table
// --replay measures it). enabled() scans the tasks that can continue, 64 at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ending.h"
#include "core/handler_state.h"
#include "core/pending.h"
#include "core/registry.h"
#include "core/step.h"
#include "program/recorded/script.h"

namespace mazurka::recorded {

class Machine {
 public:
  Machine(const Image& image, const Registry& registry);

  // See Program.
  void restart();
  [[nodiscard]] std::span<const Choice> enabled();
  const Event* step(Choice choice);
  void pending(std::vector<Pending>& result) const;
  [[nodiscard]] Ending ending() const;
  void set_aside(TaskId message, bool aside);
  [[nodiscard]] std::uint64_t mailbox_fingerprint() const;
  [[nodiscard]] std::uint64_t state_fingerprint() const;

 private:
  using Index = std::uint32_t;  // of a task
  enum class Standing : std::uint8_t { absent, mailed, live, ended };

  [[nodiscard]] const Event& next_of(Index task) const {
    return image_.events[image_.tasks[task].first + done_[task]];
  }
  [[nodiscard]] bool exists(Index task) const {
    return standing_[task] == Standing::live || standing_[task] == Standing::mailed;
  }
  [[nodiscard]] bool can_continue(Index task) const;
  [[nodiscard]] bool can_start(Index task, const Event& event) const;
  [[nodiscard]] bool can_reach(const Event& event) const;
  [[nodiscard]] bool can_reach_all(Index task) const;
  void create(Index task, Standing standing);
  void execute(Index task, const Event& event);
  void end(Index task);

  const Image& image_;
  const Registry& registry_;
  std::vector<Standing> standing_;   // by task
  std::vector<std::uint32_t> done_;  // events, by task
  std::vector<Index> owners_;        // by lock
  std::vector<HandlerState> handlers_;
  std::vector<std::uint64_t> live_;  // 64 tasks per word
  std::vector<Choice> enabled_;
  bool enabled_known_ = false;
};

}  // namespace mazurka::recorded
