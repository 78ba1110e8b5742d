#include "cluster/scripts.h"

namespace mazurka::cluster::scripts {
namespace {

// Begins every script: checks epoch and generation, and marks the shard as busy. The flag line
// makes Redis refuse the whole script when the memory is full, before it has changed anything.
const std::string enter = R"(#!lua
local tag, epoch, generation = KEYS[1], ARGV[1], tonumber(ARGV[2])
local call = redis.call
local present = call('HMGET', tag, 'epoch', 'generation', 'hungry', 'busy')
if present[4] then return {'damaged'} end
local function number_of(e) return tonumber(string.match(e, '^%d+')) end
if present[1] ~= epoch then
  if present[1] and number_of(present[1]) >= number_of(epoch) then return {'epoch', present[1]} end
  call('HSET', tag, 'epoch', epoch)
end
if tonumber(present[2] or 0) > generation then return {'forget', present[2]} end
if tonumber(present[2] or 0) < generation then call('HSET', tag, 'generation', generation) end
local base = tag .. ':' .. epoch .. ':'
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local nobody = string.rep('\0', 8)
local function leave(...)
  call('HDEL', tag, 'busy')
  return {'ok', call('LLEN', base .. 'q'), ...}
end
)";

// The set of known traces. `noted` and `buckets` are written back by close_set().
const std::string key_set = R"(
call('HSET', tag, 'busy', '1')
local state = call('HMGET', base .. 'state', 'noted', 'buckets')
local noted, buckets = tonumber(state[1] or 0), tonumber(state[2] or 1)
local half = 1
while half * 2 <= buckets do half = half * 2 end
local function hash_of(key)
  local a, b, c, d = string.byte(key, 1, 4)
  return ((a * 256 + b) * 256 + c) * 256 + d
end
local function bucket_of(key)
  local index = hash_of(key) % (half * 2)
  if index >= buckets then index = index - half end
  return string.format('%sb%d', base, index)
end
local function split_bucket()
  local from, to = string.format('%sb%d', base, buckets - half), string.format('%sb%d', base, buckets)
  local all, moved, names = call('HGETALL', from), {}, {}
  for i = 1, #all, 2 do
    if hash_of(all[i]) % (half * 2) == buckets then
      moved[#moved + 1] = all[i]
      moved[#moved + 1] = all[i + 1]
      names[#names + 1] = all[i]
    end
  end
  if #moved > 0 then
    call('HSET', to, unpack(moved))
    call('HDEL', from, unpack(names))
  end
  buckets = buckets + 1
  if buckets == half * 2 then half = buckets end
end
local function status_of(key) return call('HGET', bucket_of(key), key) end
local function insert(key, status)
  call('HSET', bucket_of(key), key, status)
  noted = noted + 1
  if noted > buckets * 64 then split_bucket() end
end
local function set_status(key, status) call('HSET', bucket_of(key), key, status) end
local function close_set()
  call('HSET', base .. 'state', 'noted', noted, 'buckets', buckets)
end
)";

// Refuses a worker whose commits were lost. Its number is not changed then: it is the evidence by
// which the coordinator finds the runs that relied on what was lost.
const std::string check_number = R"(
local worker, before, number = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
if number > 0 then
  local last = tonumber(call('HGET', base .. 'w', worker) or 0)
  if last ~= before and last ~= number then return {'lost'} end
end
)";

const std::string set_number = R"(
if number > 0 then call('HSET', base .. 'w', worker, number) end
)";

}  // namespace

// The job is queued before its key is known: the other order could lose it.
const std::string& note() {
  static const std::string text = enter + check_number + key_set + R"(
local tasks, lease, most = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
if tonumber(present[3] or 0) > now then most = 0 end
local given = {}
for i = 9, #ARGV, 2 do
  local key, schedule = ARGV[i], ARGV[i + 1]
  local status, gives = status_of(key), false
  if not status then
    gives = most > 0
    call('HSET', base .. 'j', key, (gives and worker or nobody) .. schedule)
    if gives then
      most = most - 1
      call('ZADD', base .. 'l', now + lease, key)
    else
      call('RPUSH', base .. 'q', key)
    end
    insert(key, '0')
  elseif status ~= '1' then
    local job = call('HGET', base .. 'j', key)
    gives = job and string.sub(job, 1, 8) == worker and call('ZSCORE', base .. 'l', key) and true
  end
  given[#given + 1] = gives and '1' or '0'
end
close_set()
if tonumber(call('HGET', base .. 'state', 'tasks') or 0) < tasks then
  call('HSET', base .. 'state', 'tasks', tasks)
end
)" + set_number + R"(
return leave(table.concat(given))
)";
  return text;
}

const std::string& done() {
  static const std::string text = enter + check_number + key_set + R"(
local relied, keep, always = ARGV[6], tonumber(ARGV[7]) * 1000, ARGV[8] == '1'
local sums, finished, unknown = {}, 0, 0
local function add(counts)
  local i = 0
  for value in string.gmatch(counts, '%d+') do
    i = i + 1
    sums[i] = (sums[i] or 0) + tonumber(value)
  end
end
for i = 9, #ARGV, 3 do
  local key, kind, counts = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local status = status_of(key)
  if status == '1' then
    if always then add(counts) end
  elseif not status and kind == 'j' then
    unknown = unknown + 1
  else
    if status ~= '2' or always then add(counts) end
    finished = finished + 1
    local job = call('HGET', base .. 'j', key)
    if status then set_status(key, '1') else insert(key, '1') end
    call('HDEL', base .. 'j', key)
    call('ZREM', base .. 'l', key)
    if job and relied ~= '' and keep > 0 then
      call('RPUSH', base .. 'r', cmsgpack.pack({now, worker, relied, key, string.sub(job, 9)}))
    end
  end
end
close_set()
call('HINCRBY', base .. 'state', 'done', finished)
for i, sum in ipairs(sums) do
  if sum > 0 then call('HINCRBY', base .. 'state', 'c' .. i, string.format('%.0f', sum)) end
end
local function raise(name, who, pairs_of)
  for shard, value in string.gmatch(pairs_of, '(%d+):(%d+)') do
    local field = who .. shard
    if tonumber(call('HGET', base .. name, field) or 0) < tonumber(value) then
      call('HSET', base .. name, field, value)
    end
  end
end
raise('p', worker, relied)
if keep <= 0 then raise('x', worker, relied) end
for i = 1, 100 + finished do
  local oldest = call('LINDEX', base .. 'r', 0)
  if not oldest then break end
  local record = cmsgpack.unpack(oldest)
  if record[1] > now - keep then break end
  raise('x', record[2], record[3])
  call('LPOP', base .. 'r')
end
)" + set_number + R"(
return leave(unknown)
)";
  return text;
}

const std::string& take() {
  static const std::string text = enter + R"(
local worker, lease, most, begins = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6] == '1'
)" + key_set + R"(
if begins and not call('HGET', base .. 'state', 'begun') then
  local first = string.rep('\0', 16)
  call('HSET', base .. 'j', first, nobody)
  call('RPUSH', base .. 'q', first)
  insert(first, '0')
  close_set()
  call('HSET', base .. 'state', 'begun', '1')
end
for _, key in ipairs(call('ZRANGEBYSCORE', base .. 'l', '-inf', now, 'LIMIT', 0, 100)) do
  call('RPUSH', base .. 'q', key)
  call('ZREM', base .. 'l', key)
end
most = math.min(most, math.floor(call('LLEN', base .. 'q') / 2) + 1)
local given = {}
while #given < 2 * most do
  local key = call('RPOP', base .. 'q')
  if not key then break end
  local job = call('HGET', base .. 'j', key)
  if job and not call('ZSCORE', base .. 'l', key) then
    call('ZADD', base .. 'l', now + lease, key)
    call('HSET', base .. 'j', key, worker .. string.sub(job, 9))
    given[#given + 1] = key
    given[#given + 1] = string.sub(job, 9)
  end
end
return leave(unpack(given))
)";
  return text;
}

const std::string& look() {
  static const std::string text = enter + R"(
if ARGV[3] == '1' and tonumber(present[3] or 0) < now + 50 then
  call('HSET', tag, 'hungry', now + 150)
end
return {'ok', call('LLEN', base .. 'q') + call('ZCOUNT', base .. 'l', '-inf', now)}
)";
  return text;
}

const std::string& renew() {
  static const std::string text = enter + R"(
for i = 4, #ARGV do call('ZADD', base .. 'l', 'XX', now + tonumber(ARGV[3]), ARGV[i]) end
return leave()
)";
  return text;
}

const std::string& requeue() {
  static const std::string text = enter + key_set + R"(
local worker, shard, last = ARGV[3], ARGV[4], tonumber(ARGV[5])
local field, again = worker .. shard, 0
local is_unknown = tonumber(call('HGET', base .. 'x', field) or 0) > last
for _, bytes in ipairs(call('LRANGE', base .. 'r', 0, -1)) do
  local record = cmsgpack.unpack(bytes)
  local number = record[2] == worker and string.match(' ' .. record[3], ' ' .. shard .. ':(%d+)')
  local key = record[4]
  if number and tonumber(number) > last and status_of(key) == '1' then
    call('HSET', base .. 'j', key, nobody .. record[5])
    call('RPUSH', base .. 'q', key)
    set_status(key, '2')
    again = again + 1
  end
end
if again > 0 then call('HINCRBY', base .. 'state', 'done', -again) end
call('HSET', base .. 'p', field, last)
return leave(again, is_unknown and '1' or '0')
)";
  return text;
}

}  // namespace mazurka::cluster::scripts
