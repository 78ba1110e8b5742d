#include "cli/cluster_join.h"

#include <chrono>
#include <cstdlib>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "cli/check_in_child.h"
#include "cli/child/value_bytes.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/program_hash.h"
#include "core/user_error.h"

namespace mazurka::cli {

namespace {

// An epoch that is over whatever the present one is.
const std::string no_epoch = "0-";

// Standard input is part of the identity if it can be read twice.
bool has_input_file() {
  struct stat status {};
  return fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode);
}

// The options that change what is explored or counted, besides those that are part of the program's
// identity already.
ProgramIdentity identity_of(const CheckCommand& command, const ExploringRun& run) {
  ProgramIdentity result = run.identity(has_input_file());
  const auto add = [&](const char* name, const std::string& value) {
    if (!result.has(name)) result.add(name, value);
  };
  add("--max-steps", std::to_string(command.max_steps));
  std::string ignored;
  for (const std::string& kind : command.ignored) ignored += kind + " ";
  add("--ignore", ignored);
  const std::string suppressions = suppressions_file(command);
  add("the suppressions",
      suppressions.empty() ? "none" : "hash " + program_hash(read_file(suppressions), {}));
  return result;
}

}  // namespace

void require_fit_cluster(const CheckCommand& command) {
  if (command.cluster.empty()) return;
  const auto refuse = [](const std::string& what) {
    throw UserError("", what + " cannot be used together with --cluster", "use one machine");
  };
  if (command.algorithm_options.random.executions != 0) refuse("--random");
  if (command.algorithm != AlgorithmName::event)
    refuse("the algorithm '" + std::string(name_of(command.algorithm)) + "'");
  if (!command.checkpoint.empty()) refuse("--checkpoint or --resume");
  if (command.rerun) refuse("--rerun");
  if (command.count_traces) refuse("--count-traces");
}

ClusterJoin::ClusterJoin(const CheckCommand& command, const ExploringRun& run) : command_(command) {
  const cluster::RedisUrl url = cluster::parse_redis_url(command.cluster);
  unsetenv(cluster::RedisUrl::password_variable);  // the program under test need not see it
  cluster::Exploration::Options options;
  options.identity = identity_of(command, run);
  options.creates = !command.joins;
  options.keeps_going = command.keep_going;
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  options.servers.is_interrupted = [&interrupted] { return interrupted.load(); };
  constexpr auto patience = std::chrono::seconds(60);
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (true) try {
      exploration_.emplace(url, options);
      return;
    } catch (const cluster::NoSuchExploration&) {
      if (interrupted || std::chrono::steady_clock::now() > deadline) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
}

void ClusterJoin::begin(const std::vector<std::string>& facts) {
  if (exploration_->state() == cluster::State::stopped) exploration_->resume();
  if (!exploration_->is_running()) return;
  Epoch epoch;
  for (const std::string& fact : facts) epoch.add(fact);
  exploration_->start_epoch(no_epoch, epoch);
}

std::vector<std::string> ClusterJoin::facts() const {
  const Epoch& epoch = exploration_->epoch();
  std::vector<std::string> result(epoch.facts().begin(), epoch.facts().end());
  result.insert(result.end(), epoch.hints().begin(), epoch.hints().end());
  return result;
}

ClusterStore::Options ClusterJoin::store_options() const {
  ClusterStore::Options result;
  result.leads = !command_.joins;
  result.max_executions = command_.joins ? 0 : command_.max_executions;
  if (const char* const lease = std::getenv("MAZURKA_LEASE_MS"))  // for tests
    result.hub.lease_ms = std::strtoull(lease, nullptr, 10);
  return result;
}

Summary ClusterJoin::summary_of(const ClusterStore& store, const Summary& here) const {
  Summary result = here;
  if (!command_.joins) store.totals().counts.give(result);
  result.seconds = here.seconds;
  return result;
}

bool ClusterJoin::learn(const std::vector<std::string>& known,
                        const std::vector<std::string>& learned) {
  Epoch epoch;
  for (const std::string& fact : known) epoch.add(fact);
  bool is_new = false;
  for (const std::string& fact : learned) is_new |= epoch.add(fact);
  exploration_->refresh();
  if (!is_new) {
    prediction_failed();
    return false;
  }
  exploration_->start_epoch(no_epoch, epoch);
  return true;
}

void ClusterJoin::prediction_failed() {
  exploration_->refresh();
  if (!exploration_->epoch().predicts()) {
    exploration_->end(cluster::State::incomplete,
                      "an execution had another trace than when it was run before: the program "
                      "depends on something outside of it, and its executions cannot be counted");
    return;
  }
  Epoch epoch;
  epoch.stop_predicting();
  exploration_->start_epoch(no_epoch, epoch);
}

void ClusterJoin::stopped(ClusterStore& store, const WorkersResult& result) {
  for (const ChildResult& child : result.children)
    if (child.summary && child.summary->stopped_at_error) {
      store.count();
      totals_ = store.totals();
      exploration_->end(cluster::State::found, "an error was found", totals_);
      return;
    }
  stopped_here_ = true;
  limit_ = result.reason;
  stop(store, result.reason == StopReason::timeout     ? "--timeout"
              : result.reason == StopReason::interrupt ? "Ctrl-C"
              : result.reason == StopReason::memory    ? "--max-memory"
                                                       : "a limit");
}

void ClusterJoin::stop(ClusterStore& store, const std::string& reason) {
  if (command_.joins) return;
  store.count();
  totals_ = store.totals();
  exploration_->end(cluster::State::stopped, reason, totals_);
}

WorkersResult ClusterJoin::result() {
  WorkersResult result;
  using cluster::State;
  const State state = exploration_->state();
  if (state != State::running) totals_ = exploration_->totals();
  result.counts = totals_.counts;
  result.known = totals_.noted - (totals_.noted > 0 ? 1 : 0);
  result.left = totals_.noted - totals_.done;
  using End = WorkersResult::End;
  result.end = state == State::complete ? End::complete : End::stopped;
  result.reason = limit_;
  result.reached_max_executions = exploration_->reason() == "--max-executions";
  if (command_.joins) return result;
  for (const auto& [identity, error] : exploration_->errors())
    read_bytes(error, result.children.emplace_back().errors.emplace_back());
  for (const std::string& notice : exploration_->notices())
    result.children.emplace_back().summary.emplace().not_covered = parse_notice(notice);
  if (state == State::found)
    result.children.emplace_back().summary.emplace().stopped_at_error = true;
  if (state == State::complete) exploration_->remove_traces();
  return result;
}

void ClusterJoin::describe_end(ChildResult& result) const {
  using cluster::State;
  const State state = exploration_->state();
  Summary& summary = *result.summary;
  const bool has_lost_errors =
      state == State::complete && summary.error_executions > 0 && result.errors.empty();
  if (state == State::incomplete || has_lost_errors) summary.bound = Bound::killed;
  if (state == State::incomplete) summary.notes.push_back(exploration_->reason());
  if (has_lost_errors)
    summary.notes.emplace_back("the Redis server has lost the errors that were found");
  if (state != State::stopped) return;
  if (!stopped_here_ && summary.bound != Bound::executions)
    summary.notes.push_back("the exploration was stopped elsewhere: " + exploration_->reason());
  summary.notes.emplace_back(
      "to continue: run the same command again, on any machine; the store is kept");
}

}  // namespace mazurka::cli
