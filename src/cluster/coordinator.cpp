#include "cluster/coordinator.h"

#include <algorithm>

#include "cluster/scripts.h"
#include "explore/mutations.h"

namespace mazurka::cluster {
namespace {

constexpr std::size_t id_size = 8;

std::uint64_t number_in(const Value& value) {
  return value.text.empty() ? 0 : std::stoull(value.text);
}

using Numbers = std::map<std::string, std::uint64_t>;
Numbers to_numbers(const Value& hash) {
  Numbers result;
  for (std::size_t i = 0; i + 1 < hash.items.size(); i += 2)
    result[hash.items[i].text] = number_in(hash.items[i + 1]);
  return result;
}

}  // namespace

Coordinator::Coordinator(Exploration& exploration, const Options& options)
    : exploration_(&exploration), options_(options) {}

std::vector<Value> Coordinator::read_all(const std::vector<std::string>& command,
                                         const std::string& key) {
  std::vector<Call> calls;
  for (std::uint32_t shard = 0; shard < exploration_->shards(); ++shard) {
    std::vector<std::string> all = command;
    const std::string name =
        key.empty() ? exploration_->tag_of(shard) : exploration_->key_of(shard, key);
    all.insert(all.begin() + 1, name);
    calls.push_back({name, nullptr, std::move(all)});
  }
  return exploration_->servers().run(calls);
}

// All shards enter the epoch at once, so that workers of older ones are refused everywhere.
void Coordinator::enter_epoch() {
  const std::string before = std::exchange(epoch_, exploration_->epoch());
  std::vector<Call> calls;
  for (std::uint32_t shard = 0; shard < exploration_->shards(); ++shard)
    calls.push_back({exploration_->tag_of(shard),
                     &scripts::look(),
                     {epoch_, std::to_string(generation_), "0"}});
  (void)exploration_->servers().run(calls);
  if (!before.empty()) exploration_->remove_epoch(before);
}

bool Coordinator::watch() {
  exploration_->refresh();
  if (exploration_->epoch() != epoch_) enter_epoch();
  if (exploration_->state() != State::running) return true;
  Servers& servers = exploration_->servers();
  if (servers.changes() != changes_) {
    changes_ = servers.changes();
    if (!audit()) return false;
  }
  const bool is_complete = reads_complete();
  if (!is_complete) return false;
  if (!audit()) return false;
  // Whatever was lost before the shards were read was found now, unless a server was restarted.
  servers.look_for_restarts();
  if (servers.changes() != changes_) return false;
  exploration_->end(State::complete, {});
  return exploration_->state() != State::running;
}

bool Coordinator::reads_complete() {
  Progress now;
  if (mutations().ends_by_shard) {
    for (std::uint32_t shard = 0; shard < exploration_->shards(); ++shard) {
      if (options_.between_shards) options_.between_shards();
      const std::string key = exploration_->key_of(shard, "state");
      const Value state =
          exploration_->servers().run({key, nullptr, {"HMGET", key, "noted", "done"}});
      if (number_in(state.items[0]) != number_in(state.items[1])) return false;
      now.noted += number_in(state.items[0]);
    }
    return now.noted > 0;
  }
  std::vector<std::string> fields = {"HMGET", "done"};
  for (std::size_t i = 1; i <= RunCounts::count; ++i) fields.push_back("c" + std::to_string(i));
  for (const Value& state : read_all(fields, "state")) {
    if (options_.between_shards) options_.between_shards();
    now.done += number_in(state.items[0]);
    for (std::size_t i = 0; i < RunCounts::count; ++i)
      now.counts.values[i] += number_in(state.items[i + 1]);
  }
  for (const Value& state : read_all({"HMGET", "noted"}, "state"))
    now.noted += number_in(state.items[0]);
  progress_ = now;
  return now.noted > 0 && now.noted == now.done;
}

bool Coordinator::audit() {
  const std::vector<Value> last = read_all({"HGETALL"}, "w");
  const std::vector<Value> relied = read_all({"HGETALL"}, "p");
  const std::vector<Value> forgotten = read_all({"HGETALL"}, "x");
  Servers& servers = exploration_->servers();
  std::map<std::string, Numbers> has;  // by shard: what it has of each worker
  for (std::size_t shard = 0; shard < last.size(); ++shard)
    has[std::to_string(shard)] = to_numbers(last[shard]);
  const std::string meta = exploration_->meta_key("w");
  has[std::to_string(Exploration::findings_shard)] =
      to_numbers(servers.run({meta, nullptr, {"HGETALL", meta}}));

  struct Loss {
    std::uint32_t records = 0;  // the shard with the records
    std::string worker, shard;
    std::uint64_t last = 0;
  };
  std::vector<Loss> losses;
  for (std::uint32_t shard = 0; shard < relied.size(); ++shard) {
    const Numbers pruned = to_numbers(forgotten[shard]);
    for (const auto& [field, number] : to_numbers(relied[shard])) {
      const std::string worker = field.substr(0, id_size);
      const std::string other = field.substr(id_size);
      const std::uint64_t there = has[other][worker];
      if (there >= number) continue;
      losses.push_back({shard, worker, other, there});
      const auto old = pruned.find(field);
      if (old == pruned.end() || old->second <= there) continue;
      exploration_->end(State::incomplete,
                        "a Redis server has lost confirmed work that is too old to be repeated");
      return false;
    }
  }
  std::uint64_t tasks = 0;
  for (const Value& state : read_all({"HMGET", "tasks"}, "state"))
    tasks = std::max(tasks, number_in(state.items[0]));
  if (tasks > exploration_->name_count()) {
    exploration_->end(State::incomplete, "a Redis server has lost the numbers of tasks");
    return false;
  }
  if (losses.empty()) return true;
  for (const Value& shard : read_all({"HMGET", "generation"}, ""))
    generation_ = std::max(generation_, number_in(shard.items[0]));
  ++generation_;
  std::vector<Call> raise, requeue;
  for (std::uint32_t shard = 0; shard < exploration_->shards(); ++shard)
    raise.push_back({exploration_->tag_of(shard),
                     &scripts::look(),
                     {epoch_, std::to_string(generation_), "0"}});
  (void)servers.run(raise);
  for (const Loss& loss : losses)
    requeue.push_back({exploration_->tag_of(loss.records),
                       &scripts::requeue(),
                       {epoch_, std::to_string(generation_), loss.worker, loss.shard,
                        std::to_string(loss.last)}});
  (void)servers.run(requeue);
  return false;
}

}  // namespace mazurka::cluster
