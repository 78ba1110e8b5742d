// Event-DPOR as published: [EventDpor] Algorithm 1. Unlike `event`, it can miss traces.
//   Paper    [EventDpor] Algorithms 1–4 and Appendix A.3. Line numbers (l.) are those of
//            Algorithm 1; the files beside this one have the other algorithms.
//   Words    execution_ = E, a message also means a thread, as in the paper. The first event of a
//            message is its `start`. Threads have no such event; so "p starts after E" never holds
//            for them, and their first event is tested like any other.
//   Differs  - The recursion is a stack of frames, one per prefix of the execution.
//            - done and msgAccesses have whole runs, not only accesses (run_table.h).
//            - Joins, which the paper does not mention, have no accesses: like posts.
//            - Where a wakeup sequence cannot be run as it is, because a message takes another
//              branch than before, the message that keeps a handler busy is run first, and steps
//              that do not exist are skipped.
//   Errata   Read literally, the print cannot be run, or misses one of two writes that two messages
//            make. Each is read in the way that its text or its proofs intend:
//            - Alg. 1, l.3 forgets what was parked at a node before it is explored. Here it stays.
//            - Alg. 1, l.6 inserts a parked sequence again after every execution. Here once.
//            - Alg. 1, l.20: wut(E.p) is a part of wut(E), not a copy; Lemma 4 needs it.
//            - Alg. 2, l.2: the event e does not happen after itself, but has to go as well.
//            - Alg. 2, l.3 should read "the last event before e' performed by the message of e'".
//            - Alg. 2, l.8 and 21: e''' may be e'' itself.
//            - Alg. 2, l.12: all other *incomplete* messages are removed (see the text on line 10).
//            - Alg. 2, l.23 has to repeat until nothing is removed; l.28 has to test before it
//              repeats, and gives up where no order exists.
//            - Alg. 2: the line numbers 15 and 24 of the extracted text are damaged.
//            - Alg. 3, l.6, 9, 11: the insertion ends after the recursive call.
//            - Alg. 3, l.11 and Alg. 4, l.7: v \ p cannot be run if p was not the first message on
//              its handler in v. The insertion continues with the rest of the witness.
//            - Alg. 3, l.13: if the node is on the path of the present execution, the sequence is
//              inserted at once (Alg. 4): what p does is known, and there may be no later execution
//              that would find the sequence there.
//            - Alg. 4, l.4 means the leaf that was extended to this execution, as its text says,
//              and does not apply where v was parked. Alg. 3, l.2 stops at this leaf, too.
//            - Alg. 3 and 4 may insert at a prefix of E that is longer than E'. Its done has to be
//              consulted as in Alg. 1, l.10: property P of the proof of Theorem 3.
//            - Alg. 4, l.9: Insert(v, E'', ⟨⟩) would park v at p again. It has to continue with the
//              children of E'' after p.
//            - A.3, happens-before check, step 1: others are also completed if p is complete.
//            - A.3, witness construction: an order in which an incomplete message is not the last
//              one of its handler is not "an actual execution"; the decision procedure follows.
//            - A.3, happens-before check: "a message which precedes p" means one that starts in w.
//              Messages of E precede p in any case, by (i).
//   Reading  done(E)(p) is a set of access sequences. p counts as a weak initial if one of them
//            passes the tests, since Definition 4 asks for one execution that contains w.
#include "explore/algorithm/event_paper/event_paper.h"

#include <algorithm>
#include <map>

#include "core/invariant.h"
#include "core/user_error.h"
#include "explore/algorithm/event_paper/published_class.h"
#include "explore/algorithm/event_paper/reverse_race.h"
#include "explore/algorithm/event_paper/run_table.h"
#include "explore/algorithm/event_paper/wakeup_tree.h"
#include "explore/algorithm/event_paper/weak_initials.h"
#include "explore/free_choice.h"

namespace mazurka {
namespace {

using namespace event_paper;

class EventPaper : public Algorithm {
 public:
  EventPaper(const AlgorithmFacts& facts, std::uint64_t order_seed,
             const EventPaperOptions& options)
      : Algorithm(facts), options_(options), free_choice_(order_seed) {}

  void begin(Program& program, Execution& execution) override {
    program_ = &program;
    execution_ = &execution;
    require_published_class(program);
    reverse_race_.emplace(execution, options_.as_implemented);
    weak_initials_.emplace(execution);
    insertion_.emplace(execution, *weak_initials_,
                       options_.as_implemented ? WakeupInsertion::Unions::are_refused
                                               : WakeupInsertion::Unions::are_added,
                       [this](Position length) { return is_redundant_at(length); });
    frames_.resize(1);
    path_.assign(1, &root_);
  }

  // l.13–15, 19–20.
  [[nodiscard]] std::optional<Choice> pick(std::span<const Choice> enabled) override {
    WakeupNode& node = *path_.back();
    const Position depth = execution_->size();
    if (!make_runnable(node, enabled)) {  // l.13
      if (!leaf_) leaf_ = depth;
      add_first_child(node, free_choice_.pick(enabled, *execution_));  // l.14–15
    }
    WakeupNode& child = *node.children.front();  // l.19
    if (frames_.size() < depth + 2) frames_.resize(depth + 2);
    frames_[depth + 1] = {};  // l.2, 17
    path_.push_back(&child);  // l.20
    return child.step.as_choice();
  }

  void executed() override {
    const Event& event = (*execution_)[execution_->size() - 1];
    require_published_operation(event.operation, event.location, *program_);
    path_.back()->step = event;
  }

  // l.4–11.
  void finished(bool maximal, std::span<const Pending> pending) override {
    for (const Pending& waiting : pending)
      if (!waiting.stopped)
        require_published_operation(waiting.operation, waiting.location, *program_);
    if (!maximal) return;
    insertion_->set_path(path_, options_.passes_leaves ? std::nullopt : leaf_);
    insertion_->insert_parked();                                   // l.5–7
    for (Position later = 0; later < execution_->size(); ++later)  // l.8
      for (const Position earlier : races_into(later)) {
        ++races_;
        reverse_race_->find(earlier, later, reversals_);  // l.9
        found_ += reversals_.size();
        for (const WakeupSequence& reversal : reversals_) consider(reversal);
      }
  }

  // l.18, 22–32: returns from Explore(E.p) until a branch is left.
  [[nodiscard]] std::optional<Position> backtrack() override {
    leaf_.reset();
    for (Position depth = execution_->size(); depth-- > 0;) {
      leave(depth);
      path_.resize(depth + 1);
      if (!path_[depth]->children.empty()) return depth;  // l.18
    }
    return std::nullopt;
  }

  [[nodiscard]] AlgorithmResult result() const override {
    AlgorithmResult result;
    result.bound = Bound::published;
    Statistics& statistics = result.statistics;
    const WakeupInsertion::Counts& counts = insertion_->counts();
    statistics.emplace_back("races", races_);
    statistics.emplace_back("wakeup sequences found", found_);
    statistics.emplace_back("wakeup sequences redundant by done", redundant_ + counts.redundant);
    statistics.emplace_back("wakeup sequences without an order", reverse_race_->without_order());
    statistics.emplace_back("wakeup sequences inserted", counts.inserted);
    statistics.emplace_back("wakeup sequences parked", counts.parked);
    statistics.emplace_back("parked wakeup sequences resumed", counts.resumed);
    statistics.emplace_back("wakeup sequences that start a message too early", counts.not_runnable);
    statistics.emplace_back("steps that could not be run as planned", not_as_planned_);
    weak_initials_->add_statistics(statistics);
    statistics.emplace_back("peak of wakeup tree nodes", counts.peak_nodes);
    return result;
  }

 private:
  // An element of done(E).
  struct Done {
    Step first;   // next_[E](p)
    RunSet runs;  // if p starts after E: what it was seen to do, without its start
  };
  // The mappings of a prefix E.
  struct Frame {
    std::vector<Done> done;
    std::map<TaskId, RunSet> runs;  // msgAccesses
  };

  // Returns the events that race with the event at `later`. As implemented, only the first conflict
  // between two messages of one handler counts.
  [[nodiscard]] std::vector<Position> races_into(Position later) const {
    const auto all = execution_->races_into(later);
    std::vector<Position> races(all.begin(), all.end());
    if (options_.as_implemented)
      std::erase_if(races, [&](Position earlier) { return !is_first_conflict(earlier, later); });
    return races;
  }
  [[nodiscard]] bool is_first_conflict(Position earlier, Position later) const {
    const Registry& registry = execution_->registry();
    const TaskId first = (*execution_)[earlier].task;
    const TaskId second = (*execution_)[later].task;
    const HandlerId handler = registry.handler_of(first);
    if (!handler.exists() || handler != registry.handler_of(second)) return true;
    for (const Position position : execution_->events_of(second)) {
      for (const Position other : execution_->races_into(position))
        if ((*execution_)[other].task == first) return position == later && other == earlier;
    }
    return true;
  }

  // l.10–11.
  void consider(const WakeupSequence& reversal) {
    if (is_redundant(reversal)) {
      ++redundant_;
      return;
    }
    if (insertion_->insert(reversal)) return;
    // As implemented: the sequence is a union that cannot be run. What can be run is inserted.
    Sequence all = sequence_with(reversal);
    for (Sequence& part : reverse_race_->runnable_parts(all, reversal.prefix)) {
      const WakeupSequence runnable{reversal.prefix, std::move(part)};
      if (is_redundant(runnable)) {
        ++redundant_;
      } else {
        (void)insertion_->insert(runnable);
      }
    }
  }

  [[nodiscard]] bool is_redundant(const WakeupSequence& reversal) {
    weak_initials_->set(sequence_with(reversal));
    for (Position length = 0; length <= reversal.prefix; ++length)
      if (is_redundant_at(length)) return true;
    return false;
  }
  [[nodiscard]] bool is_redundant_at(Position length) {
    for (const Done& done : frames_[length].done)
      if (is_weak_initial(done, length)) return true;
    return false;
  }
  [[nodiscard]] bool is_weak_initial(const Done& done, Position from) {
    if (done.first.operation != OperationKind::start)
      return weak_initials_->holds_for(done.first, from);
    std::vector<Sequence> runs;
    if (!weak_initials_->starts_first(done.first, from))
      for (const RunId run : done.runs) runs.push_back(runs_.sequence_of(run));
    Sequence rest;
    return weak_initials_->holds_for_start(done.first, from, runs, rest);
  }
  [[nodiscard]] Sequence sequence_with(const WakeupSequence& reversal) const {
    const auto prefix = execution_->events().first(reversal.prefix);
    Sequence all(prefix.begin(), prefix.end());
    all.insert(all.end(), reversal.sequence.begin(), reversal.sequence.end());
    return all;
  }

  // l.22–32, when Explore(E.p) has returned. E is the prefix of this length.
  void leave(Position length) {
    const Event& event = (*execution_)[length];
    Frame& frame = frames_[length];
    std::map<TaskId, RunSet> below = std::move(frames_[length + 1].runs);  // tmpAccesses
    const bool is_message = execution_->registry().handler_of(event.task).exists();
    const bool starts = event.operation == OperationKind::start;
    if (is_message && event.ends_task) below[event.task] = {RunTable::empty};  // l.22–23
    if (is_message && !starts)                                                 // l.24–25
      for (RunId& run : below[event.task]) run = runs_.prepend(event, run);
    if (is_message) std::ranges::sort(below[event.task]);
    for (const auto& [message, runs] : below) {  // l.26–27
      const Position creation = execution_->creation_of(message);
      if (creation == Execution::nowhere || creation < length) unite(frame.runs[message], runs);
    }
    Done& done = frame.done.emplace_back(Done{event, {}});  // l.28, 31
    if (starts) done.runs = frame.runs[event.task];         // l.29–30
    remove_first_child(*path_[length]);                     // l.32
  }

  // --- The tree ---

  void add_first_child(WakeupNode& node, Choice choice) {
    const auto known = std::ranges::find_if(
        node.children, [&](const auto& child) { return child->step.task == choice.task; });
    if (known != node.children.end()) {  // a branch that was inserted here begins in the same way
      std::rotate(node.children.begin(), known, known + 1);
      return;
    }
    auto child = std::make_unique<WakeupNode>();
    child->step.task = choice.task;
    child->step.choice = choice.value;
    node.children.insert(node.children.begin(), std::move(child));
    insertion_->count_new_node();
  }
  void remove_first_child(WakeupNode& node) {
    const auto count = [&](const auto& self, const WakeupNode& removed) -> void {
      insertion_->count_removed_node();
      for (const auto& child : removed.children) self(self, *child);
    };
    count(count, *node.children.front());
    node.children.erase(node.children.begin());
  }

  // Makes sure that the first branch can take its step. If a message waits for its handler, the
  // message that keeps the handler busy goes first. A step that cannot happen otherwise is skipped:
  // a message has taken another branch than in the execution that the sequence was made of.
  // Returns false if a sequence ends here.
  [[nodiscard]] bool make_runnable(WakeupNode& node, std::span<const Choice> enabled) {
    const auto is_enabled = [&](TaskId task) {
      return std::ranges::find(enabled, task, &Choice::task) != enabled.end();
    };
    while (!node.children.empty()) {
      const TaskId task = node.children.front()->step.task;
      if (is_enabled(task)) return true;
      ++not_as_planned_;
      const TaskId busy = running_on_handler_of(task);
      if (busy.exists() && busy != task && is_enabled(busy)) {
        auto above = std::make_unique<WakeupNode>();
        above->step.task = busy;
        above->children.push_back(std::move(node.children.front()));
        node.children.front() = std::move(above);
        insertion_->count_new_node();
        return true;
      }
      auto below = std::move(node.children.front()->children);
      node.children.front()->children.clear();
      remove_first_child(node);
      if (below.empty()) return false;
      node.children.insert(node.children.begin(), std::make_move_iterator(below.begin()),
                           std::make_move_iterator(below.end()));
    }
    return false;
  }
  [[nodiscard]] TaskId running_on_handler_of(TaskId task) const {
    const Registry& registry = execution_->registry();
    const HandlerId handler = registry.handler_of(task);
    TaskId running;
    if (!handler.exists()) return running;
    for (const Event& event : execution_->events())
      if (registry.handler_of(event.task) == handler)
        running = event.ends_task ? TaskId::none() : event.task;
    return running;
  }

  EventPaperOptions options_;
  FreeChoice free_choice_;
  Program* program_ = nullptr;
  Execution* execution_ = nullptr;
  std::optional<ReverseRace> reverse_race_;
  std::optional<WeakInitials> weak_initials_;
  std::optional<WakeupInsertion> insertion_;
  RunTable runs_;
  WakeupNode root_;
  WakeupPath path_;               // path_[d]: the node of the prefix of length d
  std::vector<Frame> frames_;     // frames_[d]: of the prefix of length d
  std::optional<Position> leaf_;  // where the wakeup sequence of the present run ended
  std::vector<WakeupSequence> reversals_;
  std::uint64_t races_ = 0;
  std::uint64_t found_ = 0;
  std::uint64_t redundant_ = 0;
  std::uint64_t not_as_planned_ = 0;
};

}  // namespace

std::unique_ptr<Algorithm> make_event_paper(const AlgorithmFacts& facts, std::uint64_t order_seed,
                                            const EventPaperOptions& options) {
  return std::make_unique<EventPaper>(facts, order_seed, options);
}

}  // namespace mazurka
