#include "cluster/exploration.h"

#include <random>
#include <sstream>

#include "cluster/scripts.h"

namespace mazurka::cluster {
namespace {

// Raise the first number when hubs of different versions would not understand each other.
std::string protocol() { return "1/" + std::to_string(names_version); }

// The fields are read by Exploration::read() in this order.
#define FIELDS                                                                             \
  "'protocol', 'identity', 'shards', 'epoch', 'facts', 'state', 'reason', 'keeps_going', " \
  "'totals'"

// protocol, identity, shards, epoch, "1" to keep going, "1" to create. Returns all fields.
const std::string join_script = R"(#!lua
local key = KEYS[1]
if redis.call('EXISTS', key) == 0 then
  if ARGV[6] ~= '1' then return {} end
  redis.call('HSET', key, 'protocol', ARGV[1], 'identity', ARGV[2], 'shards', ARGV[3],
             'epoch', ARGV[4], 'facts', '', 'state', '0', 'reason', '', 'keeps_going', ARGV[5],
             'totals', '')
end
return redis.call('HMGET', key, )" FIELDS ")\n";

// number of the epoch that is over, facts, random part. Hints begin with '#'.
const std::string epoch_script = R"(#!lua
local key, from = KEYS[1], tonumber(ARGV[1])
local present = redis.call('HMGET', key, 'epoch', 'facts')
if present[1] then
  local number = tonumber(string.match(present[1], '^%d+'))
  local known = {}
  for line in string.gmatch(present[2], '[^\n]+') do known[line] = true end
  local is_due, facts = number <= from, present[2]
  for line in string.gmatch(ARGV[2], '[^\n]+') do
    if not known[line] then
      if string.sub(line, 1, 1) ~= '#' then is_due = true end
      facts = facts .. line .. '\n'
      known[line] = true
    end
  end
  if is_due then
    redis.call('HSET', key, 'facts', facts, 'state', '0',
               'epoch', (math.max(from, number) + 1) .. '-' .. ARGV[3])
  end
end
return redis.call('HMGET', key, )" FIELDS ")\n";

// state, reason, totals, epoch. Only a running exploration ends, and only a stopped one runs again.
const std::string end_script = R"(#!lua
local present = redis.call('HMGET', KEYS[1], 'state', 'epoch')
if present[1] and present[2] == ARGV[4] and
   ((present[1] == '0' and ARGV[1] ~= '0') or
    (ARGV[1] == '0' and (present[1] == '1' or present[1] == '4'))) then
  redis.call('HSET', KEYS[1], 'state', ARGV[1], 'reason', ARGV[2], 'totals', ARGV[3])
end
return redis.call('HMGET', KEYS[1], )" FIELDS ")\n";

#undef FIELDS

std::string lines(const std::vector<std::string>& all) {
  std::string result;
  for (const std::string& line : all) result += line + "\n";
  return result;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) result.push_back(line);
  return result;
}

std::string number_of(const std::string& epoch) { return epoch.substr(0, epoch.find('-')); }

std::string text_of(const Totals& totals) {
  std::string result = std::to_string(totals.noted) + " " + std::to_string(totals.done);
  for (const std::uint64_t value : totals.counts.values) result += " " + std::to_string(value);
  return result;
}

Totals parse_totals(const std::string& text) {
  Totals result;
  std::istringstream in(text);
  in >> result.noted >> result.done;
  for (std::uint64_t& value : result.counts.values) in >> value;
  return result;
}

constexpr const char* days_to_keep_results = "604800";  // 7, in seconds

}  // namespace

std::string random_id() {
  std::random_device device;
  std::string id;
  while (id.size() < 8) id += static_cast<char>('a' + device() % 26);
  return id;
}

Exploration::Exploration(const RedisUrl& url, const Options& options)
    : servers_(url, options.servers), options_(options) {
  std::uint32_t shards = options.shards;
  if (shards == 0) shards = servers_.are_cluster() ? 32 : 2;
  read(servers_.run(
      {meta(),
       &join_script,
       {protocol(), lines(options_.identity.lines()), std::to_string(shards), "1-" + random_id(),
        options_.keeps_going ? "1" : "0", options_.creates ? "1" : "0"}}));
  if (is_running()) (void)enter_epoch();
}

void Exploration::refresh() {
  read(servers_.run({meta(), &join_script, {"", "", "", "", "", "0"}}));
}

void Exploration::read(const Value& answer) {
  const std::string& where = servers_.url().name;
  if (answer.items.size() != 9 || answer.items[3].text.empty())
    throw NoSuchExploration(where, "the Redis server has no exploration with this name",
                            "start it with mazurka check --cluster, or look at the name");
  if (answer.items[0].text != protocol())
    throw UserError(where,
                    "the exploration was started by a version of Mazurka with another protocol (" +
                        answer.items[0].text + ", here " + protocol() + ")",
                    "use the same version of Mazurka everywhere");
  const auto identity = ProgramIdentity::of_lines(lines_of(answer.items[1].text));
  if (const std::string difference = identity.difference_from(options_.identity);
      !difference.empty())
    throw UserError(where, "the exploration with this name explores another program: " + difference,
                    "use the same build of the program, with the same arguments, input and "
                    "options, or another name");
  shards_ = static_cast<std::uint32_t>(std::stoul(answer.items[2].text));
  epoch_name_ = answer.items[3].text;
  epoch_ = Epoch::of_lines(lines_of(answer.items[4].text));
  state_ = static_cast<State>(std::stoi(answer.items[5].text));
  reason_ = answer.items[6].text;
  keeps_going_ = answer.items[7].text == "1";
  totals_ = parse_totals(answer.items[8].text);
}

void Exploration::start_epoch(const std::string& from, const Epoch& learned) {
  const std::string before = epoch_name_;
  read(servers_.run(
      {meta(), &epoch_script, {number_of(from), lines(learned.lines()), random_id()}}));
  if (!enter_epoch() || epoch_name_ == before) return;
  remove_epoch(before, /*keeps_result=*/false);
}

bool Exploration::enter_epoch() {
  std::string later;
  for (const Value& answer : run_in_all(scripts::enter(), ""))
    if (answer.items.at(0).text == "epoch") later = answer.items.at(1).text;
  if (later.empty()) return true;
  // The server with the name of the epoch has lost it, and the shard is ahead.
  refresh();
  if (std::stoull(number_of(epoch_name_)) <= std::stoull(number_of(later))) start_epoch(later, {});
  return false;
}

void Exploration::end(State state, const std::string& reason, const Totals& totals) {
  read(servers_.run(
      {meta(),
       &end_script,
       {std::to_string(static_cast<int>(state)), reason, text_of(totals), epoch_name_}}));
}

void Exploration::resume() { end(State::running, {}); }

std::string Exploration::tag_of(std::uint32_t shard) const {
  return "{" + servers_.url().name + ":" + std::to_string(shard) + "}";
}

std::vector<Value> Exploration::run_in_all(const std::string& script, const std::string& hub,
                                           const std::vector<std::string>& arguments) {
  std::vector<Call> calls;
  for (std::uint32_t shard = 0; shard < shards_; ++shard) {
    std::vector<std::string> all = {epoch_name_, hub};
    all.insert(all.end(), arguments.begin(), arguments.end());
    calls.push_back({tag_of(shard), &script, std::move(all)});
  }
  return servers_.run(calls);
}

std::map<std::string, std::string> Exploration::errors() {
  const std::string key = key_of(0, "e");
  const Value answer = servers_.run({key, nullptr, {"HGETALL", key}});
  std::map<std::string, std::string> result;
  for (std::size_t i = 0; i + 1 < answer.items.size(); i += 2)
    result[answer.items[i].text] = answer.items[i + 1].text;
  return result;
}

std::vector<std::string> Exploration::notices() {
  const std::string key = key_of(0, "s");
  std::vector<std::string> result;
  for (const Value& each : servers_.run({key, nullptr, {"HVALS", key}}).items)
    result.push_back(each.text);
  return result;
}

void Exploration::remove_epoch(const std::string& epoch, bool keeps_result) {
  std::vector<Call> calls;
  const auto unlink = [&](const std::string& key) {
    calls.push_back({key, nullptr, {"UNLINK", key}});
    if (calls.size() < 1000) return;
    (void)servers_.run(calls);
    calls.clear();
  };
  for (std::uint32_t shard = 0; shard < shards_; ++shard) {
    const std::string base = tag_of(shard) + ":" + epoch + ":";
    const std::string state = base + "state";
    const std::string buckets = servers_.run({state, nullptr, {"HGET", state, "buckets"}}).text;
    for (std::uint64_t i = 0; i <= (buckets.empty() ? 0 : std::stoull(buckets)); ++i)
      unlink(base + "b" + std::to_string(i));
    const std::string hubs = base + "l";
    for (const Value& hub : servers_.run({hubs, nullptr, {"ZRANGE", hubs, "0", "-1"}}).items)
      unlink(base + "j" + hub.text);
    for (const char* const name : {"q", "l", "w", "f", "i", "state"}) unlink(base + name);
    for (const char* const name : {"e", "s"}) {
      const std::string key = base + name;
      if (keeps_result)
        calls.push_back({key, nullptr, {"EXPIRE", key, days_to_keep_results}});
      else
        unlink(key);
    }
  }
  (void)servers_.run(calls);
}

// The epoch of a shard is deleted as well, so that hubs that come late are refused.
void Exploration::remove_traces() {
  remove_epoch(epoch_name_, /*keeps_result=*/true);
  std::vector<Call> calls;
  for (std::uint32_t shard = 0; shard < shards_; ++shard)
    calls.push_back({tag_of(shard), nullptr, {"UNLINK", tag_of(shard)}});
  calls.push_back({meta(), nullptr, {"EXPIRE", meta(), days_to_keep_results}});
  (void)servers_.run(calls);
}

void Exploration::remove() {
  remove_epoch(epoch_name_, /*keeps_result=*/false);
  remove_traces();
  (void)servers_.run({meta(), nullptr, {"UNLINK", meta()}});
}

}  // namespace mazurka::cluster
