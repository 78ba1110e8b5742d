#include "unit/explore/order_problem.h"

#include <algorithm>
#include <set>

namespace mazurka {

std::uint32_t ProblemBuilder::handler(Discipline discipline) {
  problem.handlers.push_back(discipline);
  return static_cast<std::uint32_t>(problem.handlers.size() - 1);
}

std::uint32_t ProblemBuilder::message(std::uint32_t handler) {
  problem.messages.push_back({.handler = handler});
  return static_cast<std::uint32_t>(problem.messages.size() - 1);
}

std::uint32_t ProblemBuilder::waiting(std::uint32_t handler) {
  const std::uint32_t result = message(handler);
  const std::uint32_t before = last_waiting_;
  last_waiting_ = OrderProblem::none;
  const std::uint32_t posted = post(result);
  if (before != OrderProblem::none) order(before, posted);
  last_waiting_ = posted;
  return result;
}

std::uint32_t ProblemBuilder::first_of(std::uint32_t message) const {
  for (std::uint32_t i = 0; i < problem.events.size(); ++i)
    if (problem.events[i].message == message) return i;
  return OrderProblem::none;
}

std::uint32_t ProblemBuilder::last_of(std::uint32_t message) const {
  for (auto i = static_cast<std::uint32_t>(problem.events.size()); i-- > 0;)
    if (problem.events[i].message == message) return i;
  return OrderProblem::none;
}

std::uint32_t ProblemBuilder::event(std::uint32_t message) {
  OrderProblem::Event event{.message = message};
  if (message != no_message) {
    const std::uint32_t before = last_of(message);
    if (before != OrderProblem::none) event.after.push_back(before);
    event.starts = before == OrderProblem::none;
    for (std::uint32_t i = 0; event.starts && i < problem.events.size(); ++i)
      if (problem.events[i].posts == message) event.after.push_back(i);
  }
  problem.events.push_back(std::move(event));
  return static_cast<std::uint32_t>(problem.events.size() - 1);
}

std::uint32_t ProblemBuilder::post(std::uint32_t posted, std::uint32_t by) {
  const std::uint32_t result = event(by);
  problem.events.back().posts = posted;
  if (last_waiting_ != OrderProblem::none) order(last_waiting_, result);
  return result;
}

std::uint32_t ProblemBuilder::end(std::uint32_t message) {
  const std::uint32_t result = event(message);
  problem.events.back().ends = true;
  return result;
}

std::uint32_t ProblemBuilder::whole(std::uint32_t message, std::uint32_t events) {
  for (std::uint32_t i = 1; i < events; ++i) event(message);
  end(message);
  return first_of(message);
}

void ProblemBuilder::order(std::uint32_t before, std::uint32_t after) {
  problem.events[after].after.push_back(before);
}

void ProblemBuilder::overlap(std::uint32_t message, std::uint32_t other) {
  order(first_of(message), last_of(other));
  order(first_of(other), last_of(message));
}

OrderRun::OrderRun(const OrderProblem& problem)
    : problem_(&problem),
      done_(problem.events.size(), false),
      running_(problem.handlers.size(), no_message),
      mailbox_(problem.handlers.size()) {}

bool OrderRun::is_running(std::uint32_t message) const {
  return running_[problem_->messages[message].handler] == message;
}

bool OrderRun::can_start(std::uint32_t message) const {
  const std::uint32_t handler = problem_->messages[message].handler;
  const auto& mailbox = mailbox_[handler];
  if (running_[handler] != no_message) return false;
  if (problem_->handlers[handler] == Discipline::fifo)
    return !mailbox.empty() && mailbox.front() == message;
  return std::ranges::find(mailbox, message) != mailbox.end();
}

bool OrderRun::can_run(std::uint32_t index) const {
  const OrderProblem::Event& event = problem_->events[index];
  if (done_[index]) return false;
  for (const std::uint32_t before : event.after)
    if (!done_[before]) return false;
  if (event.message == no_message) return true;
  return event.starts ? can_start(event.message) : is_running(event.message);
}

void OrderRun::run(std::uint32_t index) {
  const OrderProblem::Event& event = problem_->events[index];
  done_[index] = true;
  if (event.posts != OrderProblem::none)
    mailbox_[problem_->messages[event.posts].handler].push_back(event.posts);
  if (event.message == no_message) return;
  const std::uint32_t handler = problem_->messages[event.message].handler;
  if (event.starts) {
    running_[handler] = event.message;
    std::erase(mailbox_[handler], event.message);
  }
  if (event.ends) running_[handler] = no_message;
}

bool OrderRun::is_solution() const {
  return std::ranges::find(done_, false) == done_.end() &&
         (problem_->runs_at_end == no_message || is_running(problem_->runs_at_end));
}

testing::AssertionResult can_be_run(const OrderProblem& problem,
                                    std::span<const std::uint32_t> order) {
  OrderRun run(problem);
  for (const std::uint32_t event : order) {
    if (event >= problem.events.size() || !run.can_run(event))
      return testing::AssertionFailure() << "event " << event << " cannot run in its place of "
                                         << testing::PrintToString(order);
    run.run(event);
  }
  if (run.is_solution()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "something is missing in " << testing::PrintToString(order);
}

namespace {

bool can_be_completed(const OrderRun& run, std::uint32_t events, std::set<OrderRun>& visited) {
  if (run.is_solution()) return true;
  if (!visited.insert(run).second) return false;
  for (std::uint32_t i = 0; i < events; ++i) {
    if (!run.can_run(i)) continue;
    OrderRun next = run;
    next.run(i);
    if (can_be_completed(next, events, visited)) return true;
  }
  return false;
}

}  // namespace

bool has_solution(const OrderProblem& problem) {
  std::set<OrderRun> visited;
  const auto events = static_cast<std::uint32_t>(problem.events.size());
  return can_be_completed(OrderRun(problem), events, visited);
}

}  // namespace mazurka
