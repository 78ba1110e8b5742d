#include "cluster/coordinator.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "cluster/scripts.h"
#include "cluster/second_step.h"
#include "explore/mutations.h"

namespace mazurka::cluster {
namespace {

constexpr std::size_t id_size = 8;

std::uint64_t number_in(const Value& value) {
  return value.text.empty() ? 0 : std::stoull(value.text);
}

}  // namespace

std::vector<Value> Coordinator::statuses() {
  if (!mutations().reads_shard_by_shard) return exploration_->run_in_all(scripts::status(), "");
  std::vector<Value> result;
  for (std::uint32_t shard = 0; shard < exploration_->shards(); ++shard) {
    if (options_.between_readings) options_.between_readings();
    result.push_back(exploration_->servers().run(
        {exploration_->tag_of(shard), &scripts::status(), {exploration_->epoch_name(), ""}}));
  }
  return result;
}

Coordinator::Reading Coordinator::read() {
  Reading result;
  std::set<std::string> late, hubs, unfinished;
  for (const Value& answer : statuses()) {
    auto& numbers = result.numbers.emplace_back();
    const std::string& outcome = answer.items.at(0).text;
    if (outcome == "damaged")
      exploration_->end(State::incomplete,
                        "a script ended in the middle and has left a shard damaged");
    if (outcome != "ok") {
      result.is_whole = false;
      continue;
    }
    const std::vector<Value>& sums = answer.items.at(1).items;
    result.totals.noted += number_in(sums.at(0));
    result.totals.done += number_in(sums.at(1));
    for (std::size_t i = 0; i < RunCounts::count; ++i)
      result.totals.counts.values[i] += number_in(sums.at(2 + i));
    const std::vector<Value>& fields = answer.items.at(2).items;
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
      HubNumbers& hub = numbers[fields[i].text.substr(0, id_size)];
      const std::uint64_t value = number_in(fields[i + 1]);
      switch (fields[i].text.back()) {
        case 'a':
          hub.a = value;
          break;
        case 'b':
          hub.b = value;
          break;
        case 'c':
          hub.complete = value;
          break;
        case 'p':
          hub.about_to_report = value;
          break;
        default:
          break;
      }
    }
    for (const auto& [id, hub] : numbers) {
      result.about_to_report += hub.about_to_report;
      if (hub.about_to_report > 0) unfinished.insert(id);
      hubs.insert(id);
    }
    for (const Value& hub : answer.items.at(3).items) late.insert(hub.text);
  }
  std::ranges::set_intersection(late, unfinished, std::back_inserter(result.dead));
  hubs_ = hubs.size() - static_cast<std::size_t>(std::ranges::count_if(
                            hubs, [&](const std::string& id) { return late.contains(id); }));
  return result;
}

// The rules that coordinator.h and docs/decisions/0011-redis.md explain. `before` was read before
// `after`, so commits that happen meanwhile break no rule.
bool Coordinator::has_lost(const Reading& before, const Reading& after) const {
  std::map<std::string, HubNumbers> most;
  for (const auto& shard : before.numbers)
    for (const auto& [id, hub] : shard) {
      HubNumbers& all = most[id];
      all.a = std::max(all.a, hub.a);
      all.b = std::max(all.b, hub.b);
      all.complete = std::max(all.complete, hub.complete);
    }
  return std::ranges::any_of(after.numbers, [&](const auto& shard) {
    return std::ranges::any_of(most, [&](const auto& each) {
      const auto found = shard.find(each.first);
      const HubNumbers here = found == shard.end() ? HubNumbers{} : found->second;
      const HubNumbers& all = each.second;
      return here.a < all.b || here.b < all.complete || here.a + 1 < all.a;
    });
  });
}

void Coordinator::watch() {
  exploration_->refresh();
  if (!exploration_->is_running()) return;
  Servers& servers = exploration_->servers();
  const std::uint64_t changes = servers.changes();
  const Reading before = read();
  if (options_.between_readings) options_.between_readings();
  const Reading after = read();
  if (!before.is_whole || !after.is_whole) {
    if (exploration_->is_running()) (void)exploration_->enter_epoch();
    return;
  }
  totals_ = before.totals;
  if (!mutations().trusts_servers && has_lost(before, after)) {
    exploration_->start_epoch(exploration_->epoch_name(), {});
    return;
  }
  for (const std::string& hub : after.dead) bury(hub);
  const Reading& last = mutations().reads_shard_by_shard ? before : after;
  const std::uint64_t noted = last.totals.noted + last.about_to_report;
  if (noted == 0 || before.totals.done != noted) return;
  servers.look_for_restarts();
  if (servers.changes() != changes) return;
  exploration_->end(State::complete, {}, before.totals);
}

// First, the hub is refused everywhere, so that nothing changes any more. The second step of its
// last commit was begun only if all shards have the first one.
void Coordinator::bury(const std::string& hub) {
  std::uint64_t least_a = ~std::uint64_t{0};
  for (const Value& answer : exploration_->run_in_all(scripts::bury(), hub)) {
    if (answer.items.at(0).text != "ok") return;
    least_a = std::min(least_a, static_cast<std::uint64_t>(answer.items.at(1).number));
  }
  const std::string key = exploration_->key_of(0, "i");
  const std::string stored = exploration_->servers().run({key, nullptr, {"HGET", key, hub}}).text;
  const SecondStep step = parse_second_step(stored);
  if (step.number == least_a && !step.shards.empty() && !mutations().repeats_no_step) {
    (void)exploration_->servers().run(calls_for(step, *exploration_, hub, /*is_repeated=*/true));
  } else {
    (void)exploration_->run_in_all(scripts::forget(), hub);
  }
}

}  // namespace mazurka::cluster
