// EM-DPOR: dependence-covering sets for threads with fifo queues.
//   Paper    [EmDpor18] Algorithms 1–4, and Algorithm 5 with Appendix C.2 in place of Algorithm 1.
//   Words    execution = w, frames_[d] = the state s after d events, with backtrack(s), done(s) and
//            RP(s); order_ = →_w (em_order.h). A thread of the paper is a handler with its
//            messages, or a task that is not a message.
//   Promise  Every deadlock cycle and every failing assertion over registers is reached. Not every
//            trace is reached: posts are reordered only if something depends on their order.
//   Differs  - The recursion is a stack of frames. The races of a state (l.2–14) are computed when
//              it is reached for the first time, or, if nothing is enabled there, at the end of the
//              run.
//            - Operations that the paper does not have (await, condition variables, trylock,
//              choices, messages between tasks) take part by their conflicts, and all values of a
//              choice are explored. The promise above does not cover programs that use them.
//            - Algorithm 5 l.8 asks whether i happens before next(s, t), although l.6 has just made
//              it so. We read j instead of i.
//            - Where the paper says "any", em_picks.h decides.
#include "explore/algorithm/em/em_dpor.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/user_error.h"
#include "explore/algorithm/em/em_frame.h"
#include "explore/algorithm/em/em_order.h"
#include "explore/algorithm/em/em_picks.h"
#include "program/presentation.h"

namespace mazurka {
namespace {

class EmDpor : public Algorithm {
 public:
  EmDpor(const AlgorithmFacts& facts, std::uint64_t order_seed, const EmDporChoices& choices)
      : Algorithm(facts), choices_(choices), picks_(choices, order_seed) {}

  void begin(Program& program, Execution& execution) override {
    program_ = &program;
    execution_ = &execution;
    find_openers();
    for (std::uint32_t i = 0; i < program.registry().handler_count(); ++i) refuse_multiset({i});
    order_.emplace(execution, threads_, choices_);
    picks_.begin(program.presentation(), execution, threads_);
    frames_.assign(1, {});
  }

  [[nodiscard]] std::optional<Choice> pick(std::span<const Choice> enabled) override {
    const Position depth = execution_->size();
    if (!frames_[depth].is_looked_at) {
      look_at(depth, enabled);  // l.2–16
      frames_[depth].backtrack = {thread_of(picks_.first(enabled, pending_).task)};
    }
    return next_choice(frames_[depth], enabled);
  }

  void executed() override {
    const Position position = execution_->size() - 1;
    if (frames_.size() < position + 2) frames_.resize(position + 2);
    Frame& before = frames_[position];
    Frame& after = frames_[position + 1];
    after.clear();
    after.reordered = before.reordered;
    Position reordered = Execution::nowhere;
    const Event& event = (*execution_)[position];
    if (event.operation == OperationKind::post) {  // l.19
      refuse_multiset(handler_of(event.other));    // begin() may not have known this handler
      reordered = last_reordered(before, event);   // l.20
      if (reordered != Execution::nowhere)         // l.21
        frames_[reordered].add_to_backtrack(thread_of(event.task));
      std::erase_if(after.reordered,  // l.23
                    [&](const Frame::PostPair& pair) { return pair.first == event.id(); });
    }
    order_->truncate(position);
    order_->push(reordered);
  }

  void finished(bool maximal, std::span<const Pending> /*pending*/) override {
    if (maximal) look_at(execution_->size(), {});
  }

  [[nodiscard]] std::optional<Position> backtrack() override {
    for (Position depth = execution_->size() + 1; depth-- > 0;) {
      if (!frames_[depth].has_more()) continue;
      order_->truncate(depth);
      picks_.first_execution_is_over();
      return depth;
    }
    return std::nullopt;
  }

  [[nodiscard]] AlgorithmResult result() const override {
    return {.statistics = {{"races", races_},
                           {"calls of FindTarget", targets_},
                           {"calls of ReschedulePending", rescheduled_},
                           {"calls of BacktrackEager", eager_}}};
  }

 private:
  using Frame = EmFrame;
  using Threads = std::vector<ThreadIndex>;

  // r': an event of w, or the next transition of a thread.
  struct Target {
    TaskId task;
    EventId id;
    Position at = Execution::nowhere;  // nowhere: it is a next transition
    bool is_post = false;
    std::span<const std::uint32_t> clock;  // the events k with k → r'
  };

  // Functions with a parameter `s` are about the state after the first s events.

  // Returns the position of the message's last event, or nowhere if it has not ended.
  [[nodiscard]] Position end_of(TaskId message) const {
    const auto events = execution_->events_of(message);
    if (events.empty() || !(*execution_)[events.back()].ends_task) return Execution::nowhere;
    return events.back();
  }
  // executable(s, t): returns the first message in the queue that has not ended, or none if the
  // queue is empty.
  [[nodiscard]] TaskId executable(Position s, HandlerId handler) const {
    for (const Position post : order_->posts_to(handler)) {
      if (post >= s) break;
      const TaskId message = (*execution_)[post].other;
      if (end_of(message) >= s) return message;
    }
    return TaskId::none();
  }
  [[nodiscard]] HandlerId handler_of(TaskId task) const {
    return execution_->registry().handler_of(task);
  }
  [[nodiscard]] bool is_posted_in(Position s, TaskId message) const {
    const Position post = execution_->creation_of(message);
    return post != Execution::nowhere && post < s && end_of(message) >= s;
  }
  // blockedEv(s, t): returns whether the message is in the queue, behind the executable one.
  [[nodiscard]] bool is_blocked(Position s, TaskId task) const {
    const HandlerId handler = handler_of(task);
    return handler.exists() && is_posted_in(s, task) && executable(s, handler) != task;
  }
  // Returns whether task ∈ execTasks(s) ∪ blockedTasks(s). For a task that is not a message, the
  // caller checks that its thread is enabled in s, so the task exists there.
  [[nodiscard]] bool is_there(Position s, TaskId task) const {
    return !handler_of(task).exists() || is_posted_in(s, task);
  }
  [[nodiscard]] ThreadIndex thread_of(TaskId task) const {
    return threads_.of(execution_->registry(), task);
  }

  // Throws UserError unless the handler is fifo. The algorithm is defined for fifo handlers only:
  // its rule 2 (em_order.h) is the order of fifo queues.
  void refuse_multiset(HandlerId id) const {
    const auto& handler = program_->registry().handler(id);
    if (handler.discipline == Discipline::fifo) return;
    throw UserError(
        "", "algorithm 'em' is for fifo handlers only, but '" + handler.name + "' is not fifo",
        "'--algorithm event' explores all kinds of handlers");
  }

  // Runs the program once to find the tasks that turn into a handler's message loop: the paper
  // counts such a task and its handler as one thread.
  void find_openers() {
    program_->restart();
    for (std::uint64_t steps = 0; steps < most_steps && !program_->enabled().empty(); ++steps) {
      const Event* event = program_->step(program_->enabled().front());
      if (event->operation == OperationKind::start && event->other.exists())
        threads_.note_opener(event->other, program_->registry().handler_of(event->task));
    }
  }

  // l.17–25: returns another value of the choice made last, or a choice of a thread in
  // backtrack(s) \ done(s).
  [[nodiscard]] Choice next_choice(Frame& frame, std::span<const Choice> enabled) {
    if (frame.alternatives.empty()) {
      const ThreadIndex thread = picks_.next(frame);
      frame.done.push_back(thread);
      for (const Choice& choice : enabled)
        if (thread_of(choice.task) == thread) frame.alternatives.push_back(choice);
      std::ranges::reverse(frame.alternatives);
    }
    const Choice choice = frame.alternatives.back();
    frame.alternatives.pop_back();
    return choice;
  }

  // max {k | r_k ∈ reorderedPosts(r, w.r)}
  [[nodiscard]] Position last_reordered(const Frame& frame, const Event& post) const {
    Position result = Execution::nowhere;
    for (const auto& [earlier, later] : frame.reordered) {
      if (earlier != post.id()) continue;
      const Position at = execution_->position_of(later);
      if (at != Execution::nowhere && (result == Execution::nowhere || at > result)) result = at;
    }
    return result;
  }

  // Algorithm 5, l.1–14: finds the races of every next transition with the events so far.
  void look_at(Position depth, std::span<const Choice> enabled) {
    Frame& frame = frames_[depth];
    frame.is_looked_at = true;
    for (const Choice& choice : enabled) {
      frame.enabled.push_back(thread_of(choice.task));
      picks_.note(choice.task);
    }
    std::ranges::sort(frame.enabled);
    program_->pending(pending_);
    for (const Pending& next : pending_)
      if (!next.stopped && !next.asleep && next.operation != OperationKind::start) look_at(next);
  }

  void look_at(const Pending& next) {
    const auto accesses = execution_->registry().accesses(next.accesses);
    if (accesses.empty()) return;
    const bool is_lock = waits_for_lock(next.operation);
    conflicts_.clear();
    for (const Access& access : accesses)
      for (auto* record = execution_->last_access(access.object); record != nullptr;
           record = execution_->previous(record)) {
        const Event& earlier = (*execution_)[record->position];
        if (earlier.task == next.task) continue;
        if (is_lock && !acquires_lock(earlier)) continue;  // never co-enabled
        if (next.operation == OperationKind::unlock && waits_for_lock(earlier.operation)) continue;
        if (order_->depend(record->access(), access, earlier.task, next.task))
          conflicts_.push_back({record->position, record->kind});
      }
    if (next.operation == OperationKind::try_receive && next.other.exists())
      conflicts_.push_back({execution_->position_of(received_event(next)), AccessKind::send});
    if (conflicts_.empty()) return;
    std::ranges::sort(conflicts_, std::greater<>(), &Conflict::position);
    order_->clock_of(next, clock_);
    const auto nearest = std::ranges::find_if(
        conflicts_, [&](const Conflict& each) { return !order_->knows(clock_, each.position); });
    if (nearest == conflicts_.end()) return;  // l.3
    const Position first = nearest->position;
    ++races_;
    find_target(first, target_of(next));  // l.4
    const bool is_write =
        next.operation == OperationKind::write || next.operation == OperationKind::update;
    if (!is_write && !(is_lock && handler_of((*execution_)[first].task).exists())) return;
    order_->learn(clock_, first);  // l.6
    const ThreadIndex thread = thread_of((*execution_)[first].task);
    for (auto each = nearest; each != conflicts_.end(); ++each) {  // l.7–10, C.2
      if (is_lock && thread_of((*execution_)[each->position].task) != thread) break;
      if (!order_->knows(clock_, each->position)) find_target(each->position, target_of(next));
      if (is_write && each->kind == AccessKind::write) break;  // i'
    }
  }

  [[nodiscard]] Target target_of(const Pending& next) const {
    return {next.task,
            {next.task, next.index},
            Execution::nowhere,
            next.operation == OperationKind::post,
            clock_};
  }
  [[nodiscard]] Target target_at(Position position) const {
    const Event& event = (*execution_)[position];
    return {event.task, event.id(), position, event.operation == OperationKind::post,
            order_->clock(position)};
  }

  // candidates: returns task(r') and the tasks of events after r_i that happen before r', if they
  // are in execTasks(s) ∪ blockedTasks(s) and their threads are enabled in s, the state before r_i.
  [[nodiscard]] std::vector<TaskId> candidates_of(Position i, const Target& target) const {
    std::vector<TaskId> result;
    const auto add = [&](TaskId task) {
      if (std::ranges::find(result, task) == result.end() && is_there(i, task) &&
          frames_[i].is_enabled(thread_of(task)))
        result.push_back(task);
    };
    add(target.task);
    const Position end = target.at == Execution::nowhere ? execution_->size() : target.at;
    for (Position k = i + 1; k < end; ++k)
      if (order_->knows(target.clock, k)) add((*execution_)[k].task);
    return result;
  }

  // Algorithm 2, FindTarget, with r = r_i.
  void find_target(Position i, const Target& target) {
    ++targets_;
    if (target.at != Execution::nowhere && (i >= target.at || order_->knows(target.clock, i)))
      return;  // l.2
    const TaskId task = (*execution_)[i].task;
    if (thread_of(task) == thread_of(target.task)) {  // Step 1, l.3–5
      const Position post = execution_->creation_of(task);
      const Position other = execution_->creation_of(target.task);
      if (handler_of(task).exists() && handler_of(target.task).exists() && task != target.task)
        find_target(post, target_at(other));
      return;
    }
    Frame& s = frames_[i];
    const std::vector<TaskId> candidates = candidates_of(i, target);  // Step 2, l.6–11
    Threads unexplored;                                               // l.12
    for (const TaskId each : candidates)
      if (!s.has_done(thread_of(each))) unexplored.push_back(thread_of(each));
    if (!unexplored.empty()) {  // l.13–16
      picks_.add_any(s, unexplored, thread_of(target.task));
      if (is_post(i) && target.is_post) s.add_reordered((*execution_)[i].id(), target.id);
      return;
    }
    std::vector<TaskId> pending;  // Step 3, l.17
    for (const TaskId each : candidates)
      if (is_blocked(i, each)) pending.push_back(each);
    if (!pending.empty()) {
      reschedule_pending(i, pending);  // l.18
    } else if (candidates.empty()) {   // Step 4, l.19–21
      backtrack_eager(i, target);
    }
  }

  [[nodiscard]] bool is_post(Position position) const {
    return (*execution_)[position].operation == OperationKind::post;
  }

  // Algorithm 3, ReschedulePending.
  void reschedule_pending(Position i, const std::vector<TaskId>& pending) {
    ++rescheduled_;
    std::map<HandlerId, std::vector<TaskId>> swaps;  // swapMap
    std::vector<TaskId> worklist;
    std::set<TaskId> seen;
    const auto add = [&](TaskId blocked) {  // l.3, l.8–9
      const HandlerId handler = handler_of(blocked);
      auto& events = swaps[handler];
      if (std::ranges::find(events, blocked) == events.end()) events.push_back(blocked);
      const TaskId front = executable(i, handler);
      if (seen.insert(front).second) worklist.push_back(front);
    };
    add(pending.front());        // l.2
    while (!worklist.empty()) {  // l.4–11
      const TaskId front = worklist.back();
      worklist.pop_back();
      const auto events = execution_->events_of(front);
      if (events.empty()) continue;
      for (Position l = i; l < execution_->size(); ++l) {
        const TaskId task = (*execution_)[l].task;
        if (frames_[i].has_done(thread_of(task)) && order_->happens_before(l, events.back()) &&
            is_blocked(i, task))
          add(task);
      }
    }
    for (const auto& [handler, events] : swaps) {  // l.12–16
      const Position post = execution_->creation_of(executable(i, handler));
      find_target(post, target_at(execution_->creation_of(events.front())));
    }
  }

  // Algorithm 4, BacktrackEager.
  void backtrack_eager(Position i, const Target& target) {
    ++eager_;
    EmOrder extended(*execution_, threads_, choices_);  // l.1
    std::vector<Position> edges(execution_->size(), Execution::nowhere);
    const auto rebuild = [&] {
      extended.truncate(0);
      for (Position k = 0; k < execution_->size(); ++k) extended.push(edges[k]);
    };
    // (The edges between reordered posts are part of →_w.)
    for (Position k = 0; k < execution_->size(); ++k)
      if (is_post(k)) edges[k] = last_reordered(frames_[k], (*execution_)[k]);
    rebuild();
    for (Position k = 1; k < i; ++k) {  // l.2
      if (!is_post(k)) continue;
      const Position j = nearest_unordered_post(k, extended);
      if (j == Execution::nowhere) continue;  // l.4
      add_eagerly(j, k, (*execution_)[k].task, extended.clock(k));
      frames_[j].add_reordered((*execution_)[j].id(), (*execution_)[k].id());  // l.7
      edges[k] = j;                                                            // l.8
      rebuild();
      if (extended.knows(clock_by(extended, target), i)) return;  // l.9
    }
    add_eagerly(i, target.at == Execution::nowhere ? execution_->size() : target.at, target.task,
                clock_by(extended, target));  // l.12–19
    if (is_post(i) && target.is_post)         // l.20
      frames_[i].add_reordered((*execution_)[i].id(), target.id);
  }

  [[nodiscard]] Position nearest_unordered_post(Position k, const EmOrder& order) const {
    const HandlerId to = handler_of((*execution_)[k].other);
    for (Position j = k; j-- > 0;)
      if (is_post(j) && handler_of((*execution_)[j].other) == to && !order.happens_before(j, k))
        return j;
    return Execution::nowhere;
  }

  // Returns the clock of r' by the extended relation: the events that happen before it.
  [[nodiscard]] EmOrder::Clock clock_by(const EmOrder& order, const Target& target) const {
    if (target.at != Execution::nowhere) {
      const auto clock = order.clock(target.at);
      return {clock.begin(), clock.end()};
    }
    EmOrder::Clock result;
    Pending next;
    next.task = target.task;
    order.clock_of(next, result);
    return result;
  }

  // l.5–6, l.13–19: adds to the backtrack set a thread with an event that happens before r', or all
  // enabled threads if there is none.
  void add_eagerly(Position j, Position end, TaskId task, std::span<const std::uint32_t> clock) {
    Frame& frame = frames_[j];
    Threads threads;
    const auto add = [&](ThreadIndex thread) {
      if (frame.is_enabled(thread)) threads.push_back(thread);
    };
    add(thread_of(task));
    for (Position l = j + 1; l < end; ++l)
      if (order_->knows(clock, l)) add(thread_of((*execution_)[l].task));
    if (threads.empty()) {
      for (const ThreadIndex each : frame.enabled) frame.add_to_backtrack(each);
    } else {
      picks_.add_any(frame, threads, thread_of(task));
    }
  }

  static constexpr std::uint64_t most_steps = 1'000'000;
  struct Conflict {
    Position position = 0;
    AccessKind kind = AccessKind::read;
  };

  EmDporChoices choices_;
  EmPicks picks_;
  Program* program_ = nullptr;
  Execution* execution_ = nullptr;
  EmThreads threads_;
  std::optional<EmOrder> order_;
  std::vector<Frame> frames_;  // frames_[d]: the state after d events
  std::vector<Pending> pending_;
  std::vector<Conflict> conflicts_;
  EmOrder::Clock clock_;  // of the next transition whose races are being computed
  std::uint64_t races_ = 0;
  std::uint64_t targets_ = 0;
  std::uint64_t rescheduled_ = 0;
  std::uint64_t eager_ = 0;
};

}  // namespace

std::unique_ptr<Algorithm> make_em_dpor(const AlgorithmFacts& facts, std::uint64_t order_seed,
                                        const EmDporChoices& choices) {
  return std::make_unique<EmDpor>(facts, order_seed, choices);
}

}  // namespace mazurka
