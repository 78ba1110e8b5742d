#include "cli/cluster_store.h"

#include <algorithm>
#include <utility>

#include "cli/child/value_bytes.h"
#include "cli/merged_results.h"
#include "explore/mutations.h"

namespace mazurka::cli {

namespace {

using Seconds = std::chrono::duration<double>;

// Redis sees few large commits: at most so many per second, and exchanging takes at most a fifth of
// the time.
constexpr Seconds usual_interval{0.05};
constexpr double part_of_time = 0.2;
// Without jobs, a hub asks often at first.
constexpr Seconds longest_idle_wait{0.1};
constexpr std::size_t most_jobs_given = 100;
constexpr Seconds longest_unread{1};

struct NumbersBusy {};

}  // namespace

// --- Schedules -----------------------------------------------------------------------------------

// Most names are in the table already. Another one gets a number, for which a lock is needed.
std::vector<TaskName> ScheduleTranslator::Numbers::number(const TaskName& name,
                                                          std::uint32_t known) {
  const std::span<const TaskName> names = shared_->names_from(known);
  if (const auto found = std::ranges::find(names, name); found != names.end())
    return {names.begin(), found + 1};
  auto result = shared_->try_number(name, known);
  if (!result) throw NumbersBusy();
  return std::move(*result);
}

ScheduleTranslator::ScheduleTranslator(SharedNumbers& numbers) : numbers_(numbers) {
  registry_.set_task_numbers(&numbers_);
}

// A worker publishes a handler before it numbers a task of it.
bool ScheduleTranslator::update() {
  const SharedNumbers& shared = numbers_.shared();
  const std::span<const TaskName> names = shared.names_from(registry_.task_count());
  const std::span<const StableName> handlers = shared.handlers();
  for (std::size_t i = registry_.handler_count(); i < handlers.size(); ++i)
    (void)registry_.add_handler("", handlers[i], Discipline::multiset);
  for (const TaskName& name : names) {
    if (name.handler.exists() && name.handler.value >= registry_.handler_count()) return false;
    (void)registry_.task(name);
  }
  return true;
}

std::string ScheduleTranslator::to_portable(std::span<const Choice> schedule) {
  std::string bytes;
  ScheduleWriter(registry_).write(schedule, bytes);
  return bytes;
}

std::optional<std::vector<Choice>> ScheduleTranslator::from_portable(const std::string& bytes) try {
  std::string_view rest = bytes;
  std::vector<Choice> schedule;
  if (!update() || !ScheduleReader(registry_).read(rest, schedule)) return std::nullopt;
  return schedule;
} catch (const NumbersBusy&) {
  return std::nullopt;
}

// --- Exchanging ----------------------------------------------------------------------------------

ClusterStore::ClusterStore(cluster::Exploration& exploration, const Options& options)
    : exploration_(&exploration),
      options_(options),
      hub_(exploration, options.hub),
      coordinator_(exploration) {}

double ClusterStore::time_to_wait() const {
  return std::max(Seconds(due_ - Clock::now()).count(), 0.0);
}

OuterStore::Outcome ClusterStore::exchange(const Local& local) try {
  const bool wants_jobs = local.waiting > 0 && local.store.is_complete() && unread_jobs_.empty();
  if (wants_jobs && !std::exchange(is_idle_, wants_jobs)) {
    idle_wait_ = Seconds(0.002);
    due_ = Clock::now();
  }
  is_idle_ = wants_jobs;
  const auto started = Clock::now();
  if (started < due_) return Outcome::goes_on;
  if (!translator_) translator_.emplace(local.numbers);
  if (!translator_->update()) return Outcome::goes_on;
  add_jobs(local);
  const cluster::Answer answer = hub_.exchange(collect(local, wants_jobs, others_wait_));
  using End = cluster::Answer::End;
  if (answer.end == End::over) return Outcome::over;
  if (answer.end != End::none) return Outcome::anew;
  use(answer, local);
  const Outcome outcome = watch();
  const Seconds spent = Clock::now() - started;
  Seconds wait = std::max(usual_interval, spent / part_of_time);
  if (wants_jobs && answer.jobs.empty()) {
    wait = idle_wait_;
    idle_wait_ = std::min(idle_wait_ * 1.5, longest_idle_wait);
  } else if (answer.jobs.empty() && others_wait_) {
    wait = std::max(usual_interval / 5, spent / part_of_time);
  }
  due_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(wait);
  return outcome;
} catch (const cluster::Interrupted&) {  // the workers will be stopped as well
  due_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(longest_idle_wait);
  return Outcome::goes_on;
}

cluster::News ClusterStore::collect(const Local& local, bool is_idle, bool gives_jobs) {
  cluster::News news;
  news.is_idle = is_idle;
  news.done = local.store.take_done();
  for (const Job& job : local.store.take_noted())
    news.notes.push_back({job.key, translator_->to_portable(job.schedule), false});
  if (gives_jobs)
    for (const Job& job : local.store.give_away(most_jobs_given))
      news.notes.push_back({job.key, translator_->to_portable(job.schedule), true});
  // Jobs that this machine cannot read after a while are for others.
  if (!unread_jobs_.empty() && Clock::now() - unread_since_ > longest_unread)
    for (const cluster::Answer::GivenJob& job : std::exchange(unread_jobs_, {}))
      news.notes.push_back({job.key, job.schedule, true});
  collect_errors(local, news);
  collect_notice(local, news);
  return news;
}

// An error is told again when another place of it was found.
void ClusterStore::collect_errors(const Local& local, cluster::News& news) {
  const auto places = [](const Counterexample& error) {
    return error.others.size() + error.others_left_out + 1;
  };
  bool has_news = false;
  for (const ChildResult* const worker : local.workers)
    for (const Counterexample& error : worker->errors)
      has_news =
          has_news || (!error.identity.empty() && told_errors_[error.identity] < places(error));
  if (!has_news) return;
  std::vector<ChildResult> all;
  for (const ChildResult* const worker : local.workers) all.emplace_back().errors = worker->errors;
  for (const Counterexample& error : merged_errors(all)) {
    if (error.identity.empty() || told_errors_[error.identity] >= places(error)) continue;
    told_errors_[error.identity] = places(error);
    news.errors.push_back({error.identity + "\x1f" + hub_.id(), bytes_of(error)});
  }
}

void ClusterStore::collect_notice(const Local& local, cluster::News& news) {
  std::vector<NotCovered> all;
  for (const ChildResult* const worker : local.workers)
    for (const std::vector<NotCovered>* list :
         {&worker->not_covered, worker->summary ? &worker->summary->not_covered : nullptr})
      if (list != nullptr)
        for (const NotCovered& entry : *list)
          if (std::ranges::find(all, entry) == all.end()) all.push_back(entry);
  if (all.empty()) return;
  news.notice = bytes_of(all);
  if (news.notice == notice_)
    news.notice.clear();
  else
    notice_ = news.notice;
}

std::vector<NotCovered> parse_notice(const std::string& notice) {
  std::vector<NotCovered> result;
  read_bytes(notice, result);
  return result;
}

void ClusterStore::use(const cluster::Answer& answer, const Local& local) {
  if (!std::exchange(knows_others_, true))
    hub_.read_known([&](const TraceKey& key) { local.store.know(key); });
  for (const TraceKey& key : answer.not_mine) local.store.know(key);
  for (const TraceKey& key : answer.known) local.store.know(key);
  others_wait_ = answer.others_wait;
  if (unread_jobs_.empty()) unread_since_ = Clock::now();
  unread_jobs_.insert(unread_jobs_.end(), answer.jobs.begin(), answer.jobs.end());
  add_jobs(local);
}

void ClusterStore::add_jobs(const Local& local) {
  std::erase_if(unread_jobs_, [&](const cluster::Answer::GivenJob& job) {
    if (job.is_first) {
      local.store.add_first();
      return true;
    }
    auto schedule = translator_->from_portable(job.schedule);
    if (!schedule) return false;
    (void)local.store.add_job(job.key, std::move(*schedule));
    return true;
  });
}

// The process that leads watches a few times per second. If there is none, another hub that has
// nothing to do notices the end.
OuterStore::Outcome ClusterStore::watch() {
  Seconds interval{is_idle_ ? 0.03 : 0.25};
  if (!options_.leads) interval = is_idle_ ? Seconds(1) : Seconds(1e9);
  if (Clock::now() - watched_ < interval) return Outcome::goes_on;
  coordinator_.watch();
  watched_ = Clock::now();
  if (options_.max_executions != 0 && exploration_->is_running() &&
      totals().counts.maximal_executions() >= options_.max_executions)
    exploration_->end(cluster::State::stopped, "--max-executions", totals());
  return exploration_->is_running() ? Outcome::goes_on : Outcome::over;
}

void ClusterStore::leave(const Local& local) {
  try {
    if (exploration_->is_running() && translator_ && translator_->update())
      (void)hub_.exchange(collect(local, false, false));
  } catch (const cluster::Interrupted&) {  // what was not told will be done again
  }
  hub_.leave();
}

}  // namespace mazurka::cli
