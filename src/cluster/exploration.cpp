#include "cluster/exploration.h"

#include <algorithm>
#include <sstream>

#include "core/user_error.h"

namespace mazurka::cluster {
namespace {

// protocol, identity, shards, "1" to create. Returns all fields.
const std::string join_script = R"(#!lua
local key = KEYS[1]
if redis.call('EXISTS', key) == 0 then
  if ARGV[4] ~= '1' then return {} end
  redis.call('HSET', key, 'protocol', ARGV[1], 'identity', ARGV[2], 'shards', ARGV[3],
             'epoch', '1-' .. string.sub(redis.sha1hex(''), 1, 8), 'facts', '', 'state', '0',
             'reason', '')
end
return redis.call('HMGET', key, 'protocol', 'identity', 'shards', 'epoch', 'facts', 'state', 'reason')
)";

// The name of an epoch has its number and a hash of the facts: epochs that a server has lost and
// that start again with other facts do not share keys.
const std::string epoch_script = R"(#!lua
local key, from = KEYS[1], tonumber(ARGV[1])
local present = redis.call('HMGET', key, 'epoch', 'facts')
local number = tonumber(string.match(present[1] or '0', '^%d+'))
local known = {}
for line in string.gmatch(present[2] or '', '[^\n]+') do known[line] = true end
local is_due = number <= from
for line in string.gmatch(ARGV[2], '[^\n]+') do is_due = is_due or not known[line] end
if present[1] and is_due then
  local facts, seen = {}, {}
  from = math.max(from, number)
  for line in string.gmatch((present[2] or '') .. '\n' .. ARGV[2], '[^\n]+') do
    if not seen[line] then facts[#facts + 1] = line end
    seen[line] = true
  end
  table.sort(facts)
  local text = table.concat(facts, '\n')
  redis.call('HSET', key, 'facts', text, 'epoch',
             (from + 1) .. '-' .. string.sub(redis.sha1hex(text), 1, 8))
end
return redis.call('HMGET', key, 'protocol', 'identity', 'shards', 'epoch', 'facts', 'state', 'reason')
)";

const std::string end_script = R"(#!lua
local state = redis.call('HGET', KEYS[1], 'state')
if not state or (state ~= '0' and ARGV[1] ~= '0') or state == '2' then return 0 end
redis.call('HSET', KEYS[1], 'state', ARGV[1], 'reason', ARGV[2])
return 1
)";

// Keys of the epoch are KEYS[1] .. suffix. worker, before, number, identity, schedule, report.
const std::string finding_script = R"(#!lua
local base = KEYS[1]
local last = tonumber(redis.call('HGET', base .. 'w', ARGV[1]) or 0)
if last ~= tonumber(ARGV[2]) and last ~= tonumber(ARGV[3]) then return 0 end
local old = redis.call('HGET', base .. 'findings', ARGV[4])
local is_smaller = true
if old then
  local schedule = cmsgpack.unpack(old)[1]
  is_smaller = #ARGV[5] < #schedule or (#ARGV[5] == #schedule and ARGV[5] < schedule)
end
if is_smaller then
  redis.call('HSET', base .. 'findings', ARGV[4], cmsgpack.pack({ARGV[5], ARGV[6]}))
end
redis.call('HSET', base .. 'w', ARGV[1], ARGV[3])
return 1
)";

const std::string findings_script = R"(#!lua
local result = redis.call('HGETALL', KEYS[1] .. 'findings')
for i = 2, #result, 2 do result[i] = cmsgpack.unpack(result[i]) end
return result
)";

const std::string number_script = R"(#!lua
local base, name, known = KEYS[1], ARGV[1], tonumber(ARGV[2])
local at = redis.call('HGET', base .. 'numbers', name)
if not at then
  at = redis.call('LLEN', base .. 'names')
  redis.call('RPUSH', base .. 'names', name)
  redis.call('HSET', base .. 'numbers', name, at)
end
return redis.call('LRANGE', base .. 'names', known, at)
)";

const std::string restore_script = R"(#!lua
local base = KEYS[1]
for i, name in ipairs(ARGV) do
  local there = redis.call('LINDEX', base .. 'names', i - 1)
  if not there then
    redis.call('RPUSH', base .. 'names', name)
    redis.call('HSET', base .. 'numbers', name, i - 1)
  elseif there ~= name then
    return 0
  end
end
return 1
)";

std::string lines(const std::set<std::string>& facts) {
  std::string result;
  for (const std::string& fact : facts) result += fact + "\n";
  return result;
}

std::string number_of(const std::string& epoch) { return epoch.substr(0, epoch.find('-')); }

}  // namespace

Exploration::Exploration(const RedisUrl& url, const Options& options)
    : servers_(url, options.servers), options_(options) {
  refresh();
}

void Exploration::refresh() {
  read(servers_.run({meta(),
                     &join_script,
                     {protocol, options_.identity, std::to_string(options_.shards),
                      options_.creates ? "1" : "0"}}));
}

void Exploration::read(const Value& answer) {
  const std::string& where = servers_.url().name;
  if (answer.items.size() != 7 || answer.items[3].text.empty())
    throw UserError(where, "the Redis server has no exploration with this name",
                    "start it with mazurka check --cluster, or look at the name");
  if (answer.items[0].text != protocol)
    throw UserError(where,
                    "the exploration was started by a version of Mazurka with another protocol (" +
                        answer.items[0].text + ", here " + protocol + ")",
                    "use the same version of Mazurka everywhere");
  if (answer.items[1].text != options_.identity)
    throw UserError(where,
                    "the exploration with this name explores another program, or with other "
                    "arguments, input or options",
                    "use the same build of the program and the same options, or another name");
  shards_ = static_cast<std::uint32_t>(std::stoul(answer.items[2].text));
  epoch_ = answer.items[3].text;
  facts_.clear();
  std::istringstream facts(answer.items[4].text);
  for (std::string fact; std::getline(facts, fact);) facts_.insert(fact);
  state_ = static_cast<State>(std::stoi(answer.items[5].text));
  reason_ = answer.items[6].text;
}

void Exploration::start_epoch(const std::string& from, const std::set<std::string>& learned) {
  std::set<std::string> all = facts_;
  all.insert(learned.begin(), learned.end());
  read(servers_.run({meta(), &epoch_script, {number_of(from), lines(all)}}));
}

void Exploration::end(State state, const std::string& reason) {
  (void)servers_.run({meta(), &end_script, {std::to_string(static_cast<int>(state)), reason}});
  refresh();
}

void Exploration::resume() { end(State::running, {}); }

bool Exploration::add_finding(const std::string& identity, const Finding& finding,
                              const std::string& worker, std::uint64_t before,
                              std::uint64_t number) {
  return servers_
             .run({meta_key(""),
                   &finding_script,
                   {worker, std::to_string(before), std::to_string(number), identity,
                    finding.schedule, finding.report}})
             .number == 1;
}

std::map<std::string, Exploration::Finding> Exploration::findings() {
  const Value answer = servers_.run({meta_key(""), &findings_script, {}});
  std::map<std::string, Finding> result;
  for (std::size_t i = 0; i + 1 < answer.items.size(); i += 2) {
    const std::vector<Value>& parts = answer.items[i + 1].items;
    result[answer.items[i].text] = {parts.at(0).text, parts.at(1).text};
  }
  return result;
}

std::vector<std::string> Exploration::number(const std::string& name, std::uint64_t known) {
  std::vector<std::string> result;
  for (const Value& each :
       servers_.run({meta_key(""), &number_script, {name, std::to_string(known)}}).items)
    result.push_back(each.text);
  return result;
}

bool Exploration::restore_names(const std::vector<std::string>& names) {
  return names.empty() || servers_.run({meta_key(""), &restore_script, names}).number == 1;
}

std::uint64_t Exploration::name_count() {
  const std::string key = meta_key("names");
  return static_cast<std::uint64_t>(servers_.run({key, nullptr, {"LLEN", key}}).number);
}

std::string Exploration::tag_of(std::uint32_t shard) const {
  return "{" + servers_.url().name + ":" + std::to_string(shard) + "}";
}

void Exploration::remove_epoch(const std::string& epoch) {
  const auto unlink = [&](std::vector<Call>& calls, const std::string& key) {
    calls.push_back({key, nullptr, {"UNLINK", key}});
  };
  std::vector<Call> calls;
  for (std::uint32_t shard = 0; shard < shards_; ++shard) {
    const std::string base = tag_of(shard) + ":" + epoch + ":";
    const std::string state = base + "state";
    const std::string buckets = servers_.run({state, nullptr, {"HGET", state, "buckets"}}).text;
    for (std::uint64_t i = 0; i <= (buckets.empty() ? 0 : std::stoull(buckets)); ++i) {
      unlink(calls, base + "b" + std::to_string(i));
      if (calls.size() < 1000) continue;
      (void)servers_.run(calls);
      calls.clear();
    }
    for (const char* const name : {"j", "q", "l", "w", "r", "p", "x", "state"})
      unlink(calls, base + name);
  }
  for (const char* const name : {"w", "findings", "names", "numbers"})
    unlink(calls, meta() + ":" + epoch + ":" + name);
  (void)servers_.run(calls);
}

void Exploration::remove() {
  remove_epoch(epoch_);
  std::vector<Call> calls;
  for (std::uint32_t shard = 0; shard < shards_; ++shard)
    calls.push_back({tag_of(shard), nullptr, {"UNLINK", tag_of(shard)}});
  calls.push_back({meta(), nullptr, {"UNLINK", meta()}});
  (void)servers_.run(calls);
}

// --- Task numbers -------------------------------------------------------------------------------

namespace {

std::string to_bytes(const TaskName& name) {
  return std::to_string(name.creator.value) + " " + std::to_string(name.ordinal) + " " +
         std::to_string(name.code) + " " + std::to_string(name.handler.value);
}

TaskName parse_name(const std::string& bytes) {
  std::istringstream in(bytes);
  TaskName result;
  in >> result.creator.value >> result.ordinal >> result.code >> result.handler.value;
  return result;
}

}  // namespace

std::vector<TaskName> RedisTaskNumbers::number(const TaskName& name, std::uint32_t known) {
  const std::string bytes = to_bytes(name);
  std::size_t at = known;  // a program that starts with tasks asks for those again
  while (at < names_.size() && names_[at] != bytes) ++at;
  if (at >= names_.size()) {
    for (std::string& each : exploration_->number(bytes, names_.size()))
      names_.push_back(std::move(each));
    at = names_.size() - 1;
  }
  std::vector<TaskName> result;
  for (std::size_t i = known; i <= at && i < names_.size(); ++i)
    result.push_back(parse_name(names_[i]));
  return result;
}

}  // namespace mazurka::cluster
