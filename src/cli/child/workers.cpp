#include "cli/child/workers.h"

#include <algorithm>
#include <chrono>
#include <poll.h>
#include <utility>

#include "cli/child/supervision.h"
#include "cli/child/value_bytes.h"

namespace mazurka::cli {

namespace {

double now_in_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

JobStore::Options with_shared(const WorkersOptions& all, SharedKeys& keys, SharedHints& hints) {
  JobStore::Options options = all.store;
  options.keys = &keys;
  options.hints = &hints;
  options.is_part = all.outer != nullptr;
  return options;
}

}  // namespace

struct Workers::Worker {
  SharedMemory memory;
  std::optional<Supervision> child;
  std::size_t number = 0;  // in the store
  bool has_ended = false;
  std::optional<Reply> waiting;  // the reply that it waits for
  bool needs_jobs = false;       // while it waits: it has none; else it waits for leave to run
  bool is_refused = false;       // the store books nothing that it commits
  double committed = 0;          // when it committed last
  std::uint64_t steps_then = 0;  // how much it had done then
  bool is_late = false;          // its jobs were given to others
};

Workers::Workers(const WorkersOptions& options, const ChildLimits& limits, std::ostream& out,
                 std::ostream& err)
    : options_(options),
      limits_(limits),
      out_(out),
      err_(err),
      store_(with_shared(options, keys_, hints_)) {}

Workers::~Workers() = default;

SharedState& Workers::state_of(std::size_t child) const { return workers_[child]->memory.state(); }

WorkersResult Workers::run(const Work& work, const IsToBlame& is_to_blame) {
  started_ = now_in_seconds();
  next_save_ = started_ + options_.save_seconds;
  for (std::size_t i = 0; i < options_.workers; ++i) start_worker(work);
  while (std::ranges::any_of(workers_, [](const auto& each) { return !each->has_ended; })) {
    wait_for_records();
    advance_all(work, is_to_blame);
    const double now = now_in_seconds();
    if (!is_ending()) look_for_late_workers(now);
    if (!is_ending() && options_.outer != nullptr) exchange_with_outer();
    if (options_.save && !is_ending() && now >= next_save_) save_now_and_then();
    if (options_.progress) show_progress(now);
  }
  if (options_.outer != nullptr) options_.outer->leave(local());
  if (options_.save && result_.end == WorkersResult::End::stopped && !has_stopped_at_error())
    save_now_and_then();
  for (const auto& worker : workers_) result_.children.push_back(worker->child->take_result());
  result_.counts = store_.counts();
  result_.known = store_.known();
  result_.left = store_.left();
  result_.gave_up_search = store_.gave_up_search();
  result_.storage_problem = store_.storage_problem();
  result_.seconds = now_in_seconds() - started_;
  return std::move(result_);
}

void Workers::save_now_and_then() {
  const double begun = now_in_seconds();
  options_.save();
  const double ended = now_in_seconds();
  next_save_ = ended + std::max(options_.save_seconds, 20 * (ended - begun));
}

bool Workers::has_stopped_at_error() const {
  return std::ranges::any_of(workers_, [](const auto& worker) {
    const ChildResult& result = worker->child->result_so_far();
    return result.summary && result.summary->stopped_at_error;
  });
}

std::vector<Counterexample> Workers::errors_so_far() const {
  std::vector<Counterexample> errors;
  for (const auto& worker : workers_) {
    const std::vector<Counterexample>& found = worker->child->result_so_far().errors;
    errors.insert(errors.end(), found.begin(), found.end());
  }
  return errors;
}

std::string_view Workers::origin() const {
  for (const auto& worker : workers_)
    if (const std::string& origin = worker->child->result_so_far().origin; !origin.empty())
      return origin;
  return {};
}

void Workers::start_worker(const Work& work) {
  Worker& worker = *workers_.emplace_back(std::make_unique<Worker>());
  const auto index = static_cast<std::uint32_t>(workers_.size() - 1);
  worker.number = store_.add_worker();
  worker.committed = now_in_seconds();
  worker.child.emplace(worker.memory.state(), limits_, out_, err_,
                       [this, &worker](std::string_view bytes) { take_commit(worker, bytes); });
  worker.child->start([this, index, number = worker.number, &work](const ChildSide& side) {
    numbers_.set_worker(index);
    keys_.protect();
    return work(side, {numbers_, keys_, hints_, number});
  });
}

void Workers::wait_for_records() {
  std::vector<pollfd> wanted;
  timespec shortest{.tv_sec = 1, .tv_nsec = 0};
  for (const auto& worker : workers_) {
    if (worker->has_ended) continue;
    wanted.push_back({.fd = worker->child->descriptor(), .events = POLLIN, .revents = 0});
    const timespec time = worker->child->time_to_wait();
    if (time.tv_sec < shortest.tv_sec ||
        (time.tv_sec == shortest.tv_sec && time.tv_nsec < shortest.tv_nsec))
      shortest = time;
  }
  if (options_.outer != nullptr) {
    const auto wait = static_cast<long>(std::min(options_.outer->time_to_wait(), 0.5) * 1e9);
    if (shortest.tv_sec > 0 || wait < shortest.tv_nsec) shortest = {.tv_sec = 0, .tv_nsec = wait};
  }
  ppoll(wanted.data(), wanted.size(), &shortest, nullptr);
}

void Workers::advance_all(const Work& work, const IsToBlame& is_to_blame) {
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    Worker& worker = *workers_[i];
    if (worker.has_ended) continue;
    if (!worker.child->advance()) {
      worker.has_ended = true;
      worker_ended(worker, work, is_to_blame);
      continue;
    }
    // A limit that one of them has reached holds for all.
    if (worker.child->reason() != StopReason::none && !is_ending())
      end_all(WorkersResult::End::stopped, worker.child->reason());
  }
}

void Workers::worker_ended(Worker& worker, const Work& work, const IsToBlame& is_to_blame) {
  const auto index = static_cast<std::size_t>(
      std::ranges::find_if(workers_, [&](const auto& each) { return each.get() == &worker; }) -
      workers_.begin());
  numbers_.free_lock_of(static_cast<std::uint32_t>(index));
  store_.lose(worker.number);
  worker.waiting.reset();
  const ChildResult& result = worker.child->result_so_far();
  using End = WorkersResult::End;
  if (result.learned) {
    result_.facts.insert(result_.facts.end(), result.learned->begin(), result.learned->end());
    if (!is_ending() || result_.end == End::stopped) {
      if (!is_ending()) end_all(End::learned, StopReason::none);
    }
    return;
  }
  if (is_ending()) return;
  if (worker.is_refused) return start_worker(work);
  if (!result.died()) {
    // It came to its own end: because all is explored, because it has found an error, or because a
    // bound of the exploration stopped it.
    const bool has_bound =
        !result.summary || result.summary->stopped_at_error ||
        (result.summary->bound != Bound::none && result.summary->bound != Bound::sample);
    if (has_bound || result.mistake || !store_.is_complete() || options_.outer != nullptr)
      end_all(End::stopped, StopReason::none);
    return;
  }
  if (worker.child->has_user_error()) return end_all(End::stopped, StopReason::none);
  if (has_given_up(worker.memory.state(), result)) return end_all(End::given_up, StopReason::none);
  if (worker.memory.state().facts.has_news() || is_to_blame(result, worker.memory.state())) {
    result_.dead = index;
    return end_all(End::died, StopReason::none);
  }
  ++result_.replaced;
  // Something kills every worker before it has done anything.
  if (++deaths_in_a_row_ > most_deaths_in_a_row) return end_all(End::stopped, StopReason::none);
  start_worker(work);
  serve_waiting();
}

void Workers::take_commit(Worker& worker, std::string_view bytes) {
  parse_commit(bytes, commit_);
  const bool is_idle = commit_.is_idle;
  Reply reply = store_.book(worker.number, std::move(commit_));
  deaths_in_a_row_ = 0;
  worker.committed = now_in_seconds();
  worker.is_late = false;
  worker.steps_then = worker.memory.state().runs;
  Summary so_far;
  store_.counts().give(so_far);
  if (options_.samples_after != 0 && so_far.maximal_executions() >= options_.samples_after &&
      so_far.error_executions == 0 && !std::exchange(has_sampled_, true))
    reply.samples = true;
  worker.is_refused = reply.is_over;
  if (worker.is_refused) worker.child->stop(StopReason::none);
  if (is_ending()) reply.is_over = true;
  if (reply.is_over || (!is_idle && store_.give_leave(worker.number, reply))) {
    worker.child->reply(to_bytes(reply));
  } else {
    worker.waiting = std::move(reply);
    worker.needs_jobs = is_idle;
  }
  if (!is_ending() && store_.has_failed()) end_all(WorkersResult::End::failed, StopReason::none);
  if (!is_ending() && store_.exceeds_bound()) {
    result_.reached_max_executions = true;
    end_all(WorkersResult::End::stopped, StopReason::none);
  }
  if (!is_ending()) serve_waiting();
}

// Gives jobs, and leave to run them, to workers that wait. If nothing is left to do, tells them so.
void Workers::serve_waiting() {
  bool somebody_waits = false;
  for (const auto& worker : workers_) {
    if (!worker->waiting) continue;
    const bool is_over = options_.outer == nullptr && store_.is_complete();
    if (!store_.can_give_leave() && !is_over) continue;
    if (worker->needs_jobs && !store_.give_jobs(worker->number, *worker->waiting)) {
      somebody_waits = somebody_waits || !is_over;
      if (!is_over) continue;
      worker->waiting->is_over = true;
    }
    (void)store_.give_leave(worker->number, *worker->waiting);
    worker->child->reply(to_bytes(*worker->waiting));
    worker->waiting.reset();
    worker->committed = now_in_seconds();
  }
  hints_.set_somebody_waits(somebody_waits);
}

// A worker that has neither committed nor begun a run for a long time was stopped by somebody, or
// runs one very long execution. In both cases it is right, and at worst a waste, to let others run
// its jobs as well.
void Workers::look_for_late_workers(double now) {
  bool has_lost = false;
  for (const auto& worker : workers_) {
    if (worker->has_ended || worker->waiting || worker->is_late) continue;
    const std::uint64_t runs = worker->memory.state().runs;
    if (runs != worker->steps_then) {
      worker->steps_then = runs;
      worker->committed = now;
    }
    if (now - worker->committed < options_.lease_seconds) continue;
    worker->is_late = has_lost = true;
    store_.lose(worker->number);
  }
  if (has_lost) serve_waiting();
}

OuterStore::Local Workers::local() {
  OuterStore::Local result{store_, numbers_, {}, 0};
  for (const auto& worker : workers_) {
    result.workers.push_back(&worker->child->result_so_far());
    if (worker->waiting) ++result.waiting;
  }
  return result;
}

void Workers::exchange_with_outer() {
  switch (options_.outer->exchange(local())) {
    case OuterStore::Outcome::goes_on:
      return serve_waiting();
    case OuterStore::Outcome::over:
      return end_all(WorkersResult::End::complete, StopReason::none);
    case OuterStore::Outcome::anew:
      return end_all(WorkersResult::End::anew, StopReason::none);
  }
}

void Workers::end_all(WorkersResult::End end, StopReason reason) {
  is_ending_ = true;
  if (options_.outer == nullptr) result_.estimate = store_.estimate();
  result_.end = end;
  result_.reason = reason;
  for (const auto& worker : workers_) {
    if (worker->has_ended) continue;
    worker->child->stop(reason);
    if (!worker->waiting) continue;
    worker->waiting->is_over = true;
    worker->child->reply(to_bytes(*std::exchange(worker->waiting, std::nullopt)));
  }
}

void Workers::show_progress(double now) {
  constexpr double interval = 0.25;
  if (now - last_progress_ < interval) return;
  last_progress_ = now;
  Summary so_far;
  store_.counts().give(so_far);
  so_far.seconds = now - started_;
  if (options_.outer == nullptr) so_far.estimate = store_.estimate();
  std::size_t waiting = 0;
  for (const auto& worker : workers_) {
    if (worker->waiting) ++waiting;
    for (const Counterexample& error : worker->child->result_so_far().errors)
      so_far.errors.emplace_back().finding = error.finding;
  }
  options_.progress(so_far, waiting);
}

}  // namespace mazurka::cli
