// Problems for find_order() made by hand, and a judge of orders that shares no code with it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "explore/messages/message_order.h"

namespace mazurka {

inline constexpr std::uint32_t no_message = OrderProblem::none;

// Builds well-formed problems: the events of a message come in order, its start after its post.
class ProblemBuilder {
 public:
  std::uint32_t handler(Discipline discipline);
  std::uint32_t message(std::uint32_t handler);  // one that post() will post
  // One that a thread posts, after those that were made so before it and before what post() posts
  // from then on: as if it waited in the mailbox.
  std::uint32_t waiting(std::uint32_t handler);

  // The next event of the message; the first is its start.
  std::uint32_t event(std::uint32_t message = no_message);
  // REQUIRES: `posted` has no event yet.
  std::uint32_t post(std::uint32_t posted, std::uint32_t by = no_message);
  // The next event of the message, with which it ends.
  std::uint32_t end(std::uint32_t message);
  // So many events, the last of which ends the message. Returns the first.
  std::uint32_t whole(std::uint32_t message, std::uint32_t events);

  void order(std::uint32_t before, std::uint32_t after);
  // Both messages run at some time at once. REQUIRES: they have two events or more.
  void overlap(std::uint32_t message, std::uint32_t other);
  [[nodiscard]] std::uint32_t first_of(std::uint32_t message) const;
  [[nodiscard]] std::uint32_t last_of(std::uint32_t message) const;

  OrderProblem problem;

 private:
  std::uint32_t last_waiting_ = OrderProblem::none;  // the post of the last one
};

// Runs events on handlers, one by one, by the rules and nothing else.
class OrderRun {
 public:
  explicit OrderRun(const OrderProblem& problem);

  [[nodiscard]] bool can_run(std::uint32_t event) const;
  void run(std::uint32_t event);
  [[nodiscard]] bool is_done(std::uint32_t event) const { return done_[event]; }
  [[nodiscard]] bool is_running(std::uint32_t message) const;
  [[nodiscard]] bool can_start(std::uint32_t message) const;
  // All events have run, and the message that must be running at the end is.
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

// Tries all permutations, as far as they can be run; what follows the same state only once.
[[nodiscard]] bool has_solution(const OrderProblem& problem);

}  // namespace mazurka
