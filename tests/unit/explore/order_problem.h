// Problems for find_order() made by hand, and a check of its results that shares no code with it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "explore/messages/message_order.h"

namespace mazurka {

inline constexpr std::uint32_t no_message = OrderProblem::none;

// Builds well-formed problems: the events of a message are in order, and its start follows its
// post.
class ProblemBuilder {
 public:
  std::uint32_t handler(Discipline discipline);
  std::uint32_t message(std::uint32_t handler);  // REQUIRES: posted with post() later
  // Adds a message that a thread posts, as if it were already waiting in the mailbox: after all
  // earlier waiting() messages, and before messages that post() posts afterwards.
  std::uint32_t waiting(std::uint32_t handler);

  // Adds the next event of the message; the first event is its start.
  std::uint32_t event(std::uint32_t message = no_message);
  // Adds the post of a message. REQUIRES: `posted` has no event yet.
  std::uint32_t post(std::uint32_t posted, std::uint32_t by = no_message);
  // Adds the last event of the message.
  std::uint32_t end(std::uint32_t message);
  // Adds this many events, the last of which ends the message. Returns the first.
  std::uint32_t whole(std::uint32_t message, std::uint32_t events);

  void order(std::uint32_t before, std::uint32_t after);
  // Requires that the two messages overlap in time. REQUIRES: both have at least two events.
  void overlap(std::uint32_t message, std::uint32_t other);
  [[nodiscard]] std::uint32_t first_of(std::uint32_t message) const;
  [[nodiscard]] std::uint32_t last_of(std::uint32_t message) const;

  OrderProblem problem;

 private:
  std::uint32_t last_waiting_ = OrderProblem::none;  // the post of the last waiting message
};

// Runs events on handlers one by one, strictly by the rules.
class OrderRun {
 public:
  explicit OrderRun(const OrderProblem& problem);

  [[nodiscard]] bool can_run(std::uint32_t event) const;
  void run(std::uint32_t event);
  [[nodiscard]] bool is_done(std::uint32_t event) const { return done_[event]; }
  [[nodiscard]] bool is_running(std::uint32_t message) const;
  [[nodiscard]] bool can_start(std::uint32_t message) const;
  // Returns whether all events have run and the message that must be running at the end is running.
  [[nodiscard]] bool is_solution() const;
  auto operator<=>(const OrderRun&) const = default;

 private:
  const OrderProblem* problem_;
  std::vector<bool> done_;
  std::vector<std::uint32_t> running_;               // by handler
  std::vector<std::vector<std::uint32_t>> mailbox_;  // by handler
};

[[nodiscard]] testing::AssertionResult can_be_run(const OrderProblem& problem,
                                                  std::span<const std::uint32_t> order);

// Tries all executable permutations, but explores the continuations of each state only once.
[[nodiscard]] bool has_solution(const OrderProblem& problem);

}  // namespace mazurka
