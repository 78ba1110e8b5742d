#include "cluster/redis_worker.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <thread>

#include "cluster/scripts.h"
#include "core/user_error.h"
#include "explore/mutations.h"

namespace mazurka::cluster {
namespace {

constexpr std::uint32_t meta_shard = Exploration::findings_shard;

std::string random_id() {
  std::random_device device;
  std::string id;
  while (id.size() < 8) id += static_cast<char>('a' + device() % 26);
  return id;
}

std::string key_bytes(const TraceKey& key) {
  std::string result(sizeof key.high + sizeof key.low, '\0');
  std::memcpy(result.data(), &key.high, sizeof key.high);
  std::memcpy(result.data() + sizeof key.high, &key.low, sizeof key.low);
  return result;
}

// A job as the store keeps it: the bytes of a reply that consists of this job.
std::string schedule_bytes(const Job& job) {
  Reply one;
  one.jobs.push_back(job);
  return to_bytes(one);
}

Job parse_job(const std::string& key, const std::string& schedule) {
  if (key == std::string(16, '\0')) return {.is_first = true};
  return parse_reply(schedule).jobs.at(0);
}

std::string text_of(const RunCounts& counts) {
  std::string result;
  for (const std::uint64_t value : counts.values) result += std::to_string(value) + ",";
  return result;
}

}  // namespace

RedisWorker::RedisWorker(Exploration& exploration, RedisTaskNumbers* numbers,
                         const Options& options)
    : exploration_(&exploration),
      numbers_(numbers),
      options_(options),
      epoch_(exploration.epoch()),
      id_(random_id()),
      changes_(exploration.servers().changes()),
      most_jobs_(options.fewest_jobs),
      queued_(exploration.shards()),
      renewed_(Clock::now()) {}

std::uint32_t RedisWorker::shard_of(const TraceKey& key) const {
  return static_cast<std::uint32_t>((key.low >> 32) % exploration_->shards());
}

// Jobs that the worker has may be lost: their runs are reported as if nobody had noted them.
void RedisWorker::start_anew() {
  id_ = random_id();
  number_ = 0;
  last_.clear();
  changes_ = exploration_->servers().changes();
  for (auto& [key, may_be_lost] : jobs_) may_be_lost = true;
  must_forget_ = true;
  if (numbers_ != nullptr && !exploration_->restore_names(numbers_->names())) fail();
}

void RedisWorker::learn(const std::set<std::string>& facts) {
  exploration_->start_epoch(epoch_, facts);
  end_ = End::new_epoch;
}

// A job led to another trace than the one that was noted for it: a prediction failed. If there were
// none, the program is not deterministic.
void RedisWorker::fail() {
  if (exploration_->facts().contains(Exploration::no_predictions))
    exploration_->end(State::incomplete, "a job did not lead to the trace that it was noted for");
  else
    learn({Exploration::no_predictions});
  throw EpochOver();
}

std::vector<Value> RedisWorker::run(const std::vector<std::uint32_t>& shards,
                                    const std::string& script,
                                    std::vector<std::vector<std::string>> arguments) {
  std::vector<Call> calls;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    std::vector<std::string> all = {epoch_, std::to_string(generation_)};
    all.insert(all.end(), std::make_move_iterator(arguments[i].begin()),
               std::make_move_iterator(arguments[i].end()));
    calls.push_back({exploration_->tag_of(shards[i]), &script, std::move(all)});
  }
  std::vector<Value> answers = exploration_->servers().run(calls);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::vector<Value>& items = answers[i].items;
    const std::string& outcome = items.at(0).text;
    if (outcome == "ok") {
      queued_[shards[i]] = static_cast<std::uint64_t>(items.at(1).number);
    } else if (outcome == "epoch") {
      exploration_->refresh();
      // The server with the name of the epoch may have lost it, and then the shard is ahead.
      if (exploration_->epoch() == epoch_) exploration_->start_epoch(items.at(1).text, {});
      throw EpochOver();
    } else if (outcome == "forget") {
      generation_ = std::stoull(items.at(1).text);
      throw Lost();
    } else if (outcome == "lost") {
      throw Lost();
    } else {
      exploration_->end(State::incomplete, "a script ended in the middle and has left shard " +
                                               std::to_string(shards[i]) + " damaged");
      throw EpochOver();
    }
  }
  return answers;
}

std::string RedisWorker::exchange(std::string_view bytes) {
  Commit commit = parse_commit(bytes);
  Reply reply;
  try {
    if (end_ != End::none) throw EpochOver();
    most_jobs_ = std::max(options_.fewest_jobs, options_.jobs_per_done * commit.done.size());
    while (true) try {
        if (exploration_->servers().changes() != changes_) throw Lost();
        reply = book(commit);
        if (exploration_->servers().changes() == changes_) break;
      } catch (const Lost&) {
        start_anew();
      }
    found_.clear();
    check_jobs(commit, reply);
    look_at_state(/*at_once=*/false);
    renew_leases();
    if (jobs_.empty()) wait_for_jobs(reply);
    // The jobs may come from a server that has lost what this worker takes for known.
    if (exploration_->servers().changes() != changes_) start_anew();
  } catch (const EpochOver&) {
    reply = {};
    reply.granted.assign(commit.noted.size(), false);
    reply.is_over = true;
    if (end_ == End::none) {
      exploration_->refresh();
      end_ = exploration_->epoch() != epoch_ ? End::new_epoch : End::over;
    }
  }
  reply.forgets = std::exchange(must_forget_, false);
  return to_bytes(reply);
}

Reply RedisWorker::book(Commit& commit) {
  Reply reply;
  relied_.clear();
  const auto step = [&] {
    if (options_.before_step) options_.before_step();
  };
  if (mutations().done_before_noted) {
    send_done(commit, /*are_jobs=*/true);
    step();
  }
  send_findings();
  step();
  send_notes(commit, reply);
  step();
  send_done(commit, /*are_jobs=*/false);
  step();
  send_done(commit, /*are_jobs=*/true);
  return reply;
}

void RedisWorker::send_findings() {
  for (const auto& [identity, finding] : found_) {
    ++number_;
    if (!exploration_->add_finding(identity, finding, id_, last_[meta_shard], number_))
      throw Lost();
    relied_[meta_shard] = last_[meta_shard] = number_;
  }
}

void RedisWorker::send_notes(const Commit& commit, Reply& reply) {
  reply.granted.assign(commit.noted.size(), false);
  if (commit.noted.empty()) return;
  ++number_;
  std::map<std::uint32_t, std::vector<std::size_t>> by_shard;
  for (std::size_t i = 0; i < commit.noted.size(); ++i)
    by_shard[shard_of(commit.noted[i].key)].push_back(i);
  // Jobs that are done in this commit are not had any more.
  std::size_t most = most_jobs_ - std::min(most_jobs_, static_cast<std::size_t>(commit.jobs_left));
  std::vector<std::uint32_t> shards;
  std::vector<std::vector<std::string>> arguments;
  for (const auto& [shard, indices] : by_shard) {
    const std::size_t gets = std::min(most, indices.size());
    most -= gets;
    shards.push_back(shard);
    std::vector<std::string>& all = arguments.emplace_back();
    all = {id_,
           std::to_string(last_[shard]),
           std::to_string(number_),
           std::to_string(numbers_ != nullptr ? numbers_->count() : 0),
           std::to_string(options_.lease_ms),
           std::to_string(gets)};
    for (const std::size_t i : indices) {
      all.push_back(key_bytes(commit.noted[i].key));
      all.push_back(schedule_bytes(commit.noted[i]));
    }
  }
  const std::vector<Value> answers = run(shards, scripts::note(), std::move(arguments));
  std::size_t answer = 0;
  for (const auto& [shard, indices] : by_shard) {
    relied_[shard] = last_[shard] = number_;
    const std::string& given = answers[answer++].items.at(2).text;
    for (std::size_t i = 0; i < indices.size(); ++i)
      reply.granted[indices[i]] =
          given.at(i) == '1' && !jobs_.contains(commit.noted[indices[i]].key);
  }
}

// Probes are inserted by this step, so a later step relies on it: it gets a number. Jobs are known.
void RedisWorker::send_done(const Commit& commit, bool are_jobs) {
  std::map<std::uint32_t, std::vector<std::string>> by_shard;
  std::set<std::uint32_t> careful;  // shards that may have lost a job
  const auto add = [&](std::uint32_t shard, const TraceKey& key, const char* kind,
                       const RunCounts& counts) {
    for (std::string& text : std::vector<std::string>{key_bytes(key), kind, text_of(counts)})
      by_shard[shard].push_back(std::move(text));
  };
  for (const DoneRun& run : commit.done) {
    const auto job = jobs_.find(run.key);
    const bool may_be_lost = job != jobs_.end() && job->second;
    if (run.was_job == are_jobs)
      add(shard_of(run.key), run.key, run.was_job && !may_be_lost ? "j" : "p", run.counts);
  }
  // The first execution ends before the next commit, also if its trace was known to this worker.
  if (are_jobs && jobs_.contains(TraceKey{})) add(0, TraceKey{}, jobs_[TraceKey{}] ? "p" : "j", {});
  if (by_shard.empty()) return;
  if (!are_jobs) ++number_;
  std::string relied;
  for (const auto& [shard, number] : relied_)
    relied += std::to_string(shard) + ":" + std::to_string(number) + " ";
  std::vector<std::uint32_t> shards;
  std::vector<std::vector<std::string>> arguments;
  for (auto& [shard, runs] : by_shard) {
    shards.push_back(shard);
    std::vector<std::string>& all = arguments.emplace_back();
    all = {id_,
           std::to_string(last_[shard]),
           are_jobs ? "0" : std::to_string(number_),
           relied,
           std::to_string(options_.keep_records_seconds),
           mutations().counts_twice ? "1" : "0"};
    all.insert(all.end(), std::make_move_iterator(runs.begin()),
               std::make_move_iterator(runs.end()));
  }
  const std::vector<Value> answers = run(shards, scripts::done(), std::move(arguments));
  for (std::size_t i = 0; i < shards.size(); ++i) {
    if (!are_jobs) relied_[shards[i]] = last_[shards[i]] = number_;
    if (answers[i].items.at(2).number == 0) continue;
    // A job that was never noted. The server may have been restarted since it gave the job.
    exploration_->servers().look_for_restarts();
    if (exploration_->servers().changes() != changes_) throw Lost();
    fail();
  }
}

// Keeps the list of jobs that this worker has. One that is left although the worker has explored all
// of them led elsewhere.
void RedisWorker::check_jobs(const Commit& commit, const Reply& reply) {
  for (const DoneRun& run : commit.done) jobs_.erase(run.key);
  jobs_.erase(TraceKey{});
  if (commit.jobs_left == 0 && !commit.done.empty() && !jobs_.empty()) fail();
  for (std::size_t i = 0; i < commit.noted.size(); ++i)
    if (reply.granted[i]) jobs_[commit.noted[i].key] = false;
}

void RedisWorker::renew_leases() {
  if (Clock::now() - renewed_ < std::chrono::milliseconds(options_.lease_ms / 3)) return;
  renewed_ = Clock::now();
  std::map<std::uint32_t, std::vector<std::string>> by_shard;
  for (const auto& [key, may_be_lost] : jobs_) by_shard[shard_of(key)].push_back(key_bytes(key));
  std::vector<std::uint32_t> shards;
  std::vector<std::vector<std::string>> arguments;
  for (auto& [shard, keys] : by_shard) {
    shards.push_back(shard);
    keys.insert(keys.begin(), std::to_string(options_.lease_ms));
    arguments.push_back(std::move(keys));
  }
  try {
    (void)run(shards, scripts::renew(), std::move(arguments));
  } catch (const Lost&) {
    start_anew();
  }
}

void RedisWorker::look_at_state(bool at_once) {
  if (!at_once && Clock::now() - looked_ < std::chrono::duration<double>(options_.status_seconds))
    return;
  looked_ = Clock::now();
  exploration_->refresh();
  if (exploration_->state() != State::running || exploration_->epoch() != epoch_) throw EpochOver();
}

bool RedisWorker::take_from(std::uint32_t shard, Reply& reply) {
  const std::vector<Value> answer = run({shard}, scripts::take(),
                                        {{id_, std::to_string(options_.lease_ms),
                                          std::to_string(most_jobs_), shard == 0 ? "1" : "0"}});
  const std::vector<Value>& items = answer[0].items;
  for (std::size_t i = 2; i + 1 < items.size(); i += 2) {
    reply.jobs.push_back(parse_job(items[i].text, items[i + 1].text));
    jobs_[reply.jobs.back().key] = false;
  }
  return !reply.jobs.empty();
}

// Asks the shard that is likely to have most jobs, then all of them how many they have.
void RedisWorker::wait_for_jobs(Reply& reply) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t shard = 0; shard < exploration_->shards(); ++shard) all.push_back(shard);
  std::chrono::microseconds wait(500);
  while (true) try {
      const auto most = std::ranges::max_element(queued_);
      const auto shard = static_cast<std::uint32_t>(most - queued_.begin());
      // Shard 0 gives the very first job, which is not queued before somebody asks.
      if (take_from(*most > 0 ? shard : 0, reply)) return;
      const std::vector<std::string> waits = {"1"};
      (void)run(all, scripts::look(), std::vector(all.size(), waits));
      if (std::ranges::any_of(queued_, [](std::uint64_t queued) { return queued > 0; })) continue;
      look_at_state(/*at_once=*/wait > std::chrono::milliseconds(10));
      std::this_thread::sleep_for(wait);
      wait = std::min(wait * 2, std::chrono::microseconds(100'000));
    } catch (const Lost&) {
      start_anew();
    }
}

}  // namespace mazurka::cluster
