#include "cluster/scripts.h"

namespace mazurka::cluster::scripts {
namespace {

// Begins every script. The first line makes Redis refuse the whole script when the memory is full,
// before it has changed anything.
const std::string begin = R"(#!lua
local tag, epoch, hub = KEYS[1], ARGV[1], ARGV[2]
local call = redis.call
local present = call('HMGET', tag, 'epoch', 'hungry', 'busy')
if present[3] then return {'damaged'} end
if present[1] ~= epoch then return {'epoch', present[1] or ''} end
local base = tag .. ':' .. epoch .. ':'
local function now_ms()
  local time = call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function begin_change() call('HSET', tag, 'busy', '1') end
local function end_change() call('HDEL', tag, 'busy') end
)";

// The set of known traces. close_set() writes its size back.
const std::string key_set = R"(
local state = call('HMGET', base .. 'state', 'noted', 'buckets')
local noted, buckets = tonumber(state[1] or 0), tonumber(state[2] or 1)
local half = 1
while half * 2 <= buckets do half = half * 2 end
local bucket = base .. 'b'
local function hash_of(key)
  local a, b, c, d = string.byte(key, 1, 4)
  return ((a * 256 + b) * 256 + c) * 256 + d
end
local function bucket_of(key)
  local index = hash_of(key) % (half * 2)
  if index >= buckets then index = index - half end
  return bucket .. index
end
local function split_bucket()
  local from, to = bucket .. (buckets - half), bucket .. buckets
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
local new = {}
local function added(key)
  new[#new + 1] = key
  noted = noted + 1
  if noted > buckets * 64 then split_bucket() end
end
local function close_set()
  call('HSET', base .. 'state', 'noted', noted, 'buckets', buckets)
  if #new > 0 then
    call('RPUSH', base .. 'f', hub .. table.concat(new))
    if call('HINCRBY', base .. 'state', 'feeds', 1) % 100 == 0 then
      call('LTRIM', base .. 'f', -2000, -1)
    end
  end
end
)";

}  // namespace

const std::string& enter() {
  static const std::string text = R"(#!lua
local function number_of(e) return tonumber(string.match(e, '^%d+')) end
local present = redis.call('HGET', KEYS[1], 'epoch')
if not present or number_of(present) < number_of(ARGV[1]) then
  redis.call('HSET', KEYS[1], 'epoch', ARGV[1])
  present = ARGV[1]
end
if present ~= ARGV[1] then return {'epoch', present} end
return {'ok'}
)";
  return text;
}

// What a note is worth is stored before its key is known: the other order could lose the job.
const std::string& note() {
  static const std::string text = begin + R"(
local before, number = tonumber(ARGV[3]), tonumber(ARGV[4])
local w = call('HMGET', base .. 'w', hub .. 'a', hub .. 'x')
local last = tonumber(w[1] or 0)
if w[2] or (last ~= before and last ~= number) then return {'lost'} end
local now = now_ms()
begin_change()
call('ZADD', base .. 'l', now + tonumber(ARGV[6]), hub)
call('HSET', base .. 'w', hub .. 'a', number, hub .. 'c', ARGV[5], hub .. 'p', ARGV[9])
local errors = tonumber(ARGV[12])
if ARGV[10] ~= '' then call('HSET', base .. 'i', hub, ARGV[10]) end
if ARGV[11] ~= '' then call('HSET', base .. 's', hub, ARGV[11]) end
local first = 13 + 2 * errors
for i = 13, first - 1, 2 do call('HSET', base .. 'e', ARGV[i], ARGV[i + 1]) end
local given = {}
)" + key_set + R"(
for i = first, #ARGV, 3 do
  local key, for_others = ARGV[i], ARGV[i + 1] == 'q'
  local where = bucket_of(key)
  local status, is_mine = call('HGET', where, key), false
  if not status then
    call('HSET', base .. (for_others and 'q' or 'j' .. hub), key, ARGV[i + 2])
    call('HSET', where, key, '0')
    added(key)
    is_mine = not for_others
  elseif status == '0' then
    if for_others then
      if call('HDEL', base .. 'j' .. hub, key) == 1 then
        call('HSET', base .. 'q', key, ARGV[i + 2])
      end
    else
      is_mine = call('HEXISTS', base .. 'j' .. hub, key) == 1
    end
  end
  given[#given + 1] = is_mine and '1' or '0'
end
close_set()
local hungry = tonumber(present[2] or 0) > now and '1' or '0'
if ARGV[7] == '1' then
  hungry = '0'
  call('HSET', tag, 'hungry', now + 300)
end
local feeds = tonumber(call('HGET', base .. 'state', 'feeds') or 0)
local found = {}
local unread = math.min(feeds - tonumber(ARGV[8]), 500)
if unread > 0 then
  for _, feed in ipairs(call('LRANGE', base .. 'f', -unread, -1)) do
    if string.sub(feed, 1, 8) ~= hub then found[#found + 1] = string.sub(feed, 9) end
  end
end
end_change()
return {'ok', call('HLEN', base .. 'q'), feeds, hungry, table.concat(given),
        table.concat(found)}
)";
  return text;
}

const std::string& done() {
  static const std::string text = begin + R"(
local number, is_repeated = tonumber(ARGV[3]), ARGV[4] == '1'
local w = call('HMGET', base .. 'w', hub .. 'a', hub .. 'b', hub .. 'x')
if number <= tonumber(w[2] or 0) then return {'ok'} end
if tonumber(w[1] or 0) < number or (w[3] and not is_repeated) then return {'lost'} end
begin_change()
)" + key_set + R"(
local keys, counts, at = ARGV[5], cmsgpack.unpack(ARGV[6]), 1
local always = ARGV[7] == '1'
local sums, finished, hubs = {}, 0, nil
local mine, queue = base .. 'j' .. hub, base .. 'q'
for i = 1, #keys, 16 do
  local key = string.sub(keys, i, i + 15)
  local where = bucket_of(key)
  local status = call('HGET', where, key)
  local pairs_here = counts[at]
  if status ~= '1' or always then
    for k = at + 1, at + 2 * pairs_here, 2 do
      sums[counts[k]] = (sums[counts[k]] or 0) + counts[k + 1]
    end
  end
  at = at + 1 + 2 * pairs_here
  if status ~= '1' then
    finished = finished + 1
    call('HSET', where, key, '1')
    if not status then
      added(key)
    elseif call('HDEL', mine, key) == 0 and call('HDEL', queue, key) == 0 then
      hubs = hubs or call('ZRANGE', base .. 'l', 0, -1)
      for _, other in ipairs(hubs) do
        if call('HDEL', base .. 'j' .. other, key) == 1 then break end
      end
    end
  end
end
close_set()
if finished > 0 then call('HINCRBY', base .. 'state', 'done', finished) end
for index, sum in pairs(sums) do
  call('HINCRBY', base .. 'state', 'c' .. index, string.format('%.0f', sum))
end
call('HSET', base .. 'w', hub .. 'b', number, hub .. 'p', 0)
end_change()
return {'ok'}
)";
  return text;
}

// A hub asks when it has no jobs. If it has some here, the answer to its last question was lost.
// Jobs of hubs whose lease has run out are given like those that nobody has.
const std::string& take() {
  static const std::string text = begin + R"(
local most, given, queue = tonumber(ARGV[4]), {}, base .. 'q'
if call('HGET', base .. 'w', hub .. 'x') then return {'lost'} end
local now = now_ms()
begin_change()
)" + key_set + R"(
if ARGV[5] == '1' and not call('HGET', base .. 'state', 'begun') then
  local first = string.rep('\255', 12) .. string.rep('\0', 4)
  call('HSET', base .. 'q', first, '')
  call('HSET', bucket_of(first), first, '0')
  added(first)
  new = {}
  close_set()
  call('HSET', base .. 'state', 'begun', '1')
end
local function give_from(from, at_most)
  local jobs = call('HRANDFIELD', from, at_most, 'WITHVALUES')
  for i = 1, #jobs, 2 do
    call('HDEL', from, jobs[i])
    call('HSET', base .. 'j' .. hub, jobs[i], jobs[i + 1])
    given[#given + 1] = jobs[i]
    given[#given + 1] = jobs[i + 1]
  end
end
local own = call('HGETALL', base .. 'j' .. hub)
for i = 1, math.min(#own, 2 * most) do given[i] = own[i] end
if #given == 0 then give_from(queue, math.min(most, math.floor(call('HLEN', queue) / 2) + 1)) end
if #given == 0 then
  for _, other in ipairs(call('ZRANGEBYSCORE', base .. 'l', '-inf', now - 1)) do
    if other ~= hub and #given == 0 then give_from(base .. 'j' .. other, most) end
  end
end
end_change()
return {'ok', call('HLEN', queue), unpack(given)}
)";
  return text;
}

const std::string& keys() {
  static const std::string text = begin + R"(
local buckets = tonumber(call('HGET', base .. 'state', 'buckets') or 1)
local found = {}
for i = tonumber(ARGV[3]), math.min(buckets, ARGV[3] + ARGV[4]) - 1 do
  found[#found + 1] = table.concat(call('HKEYS', base .. 'b' .. i))
end
return {'ok', buckets, table.concat(found)}
)";
  return text;
}

const std::string& leave() {
  static const std::string text = begin + R"(
call('ZADD', base .. 'l', 'XX', 0, hub)
return {'ok'}
)";
  return text;
}

const std::string& bury() {
  static const std::string text = begin + R"(
call('HSET', base .. 'w', hub .. 'x', 1)
local w = call('HMGET', base .. 'w', hub .. 'a', hub .. 'b')
return {'ok', tonumber(w[1] or 0), tonumber(w[2] or 0)}
)";
  return text;
}

const std::string& forget() {
  static const std::string text = begin + R"(
call('HSET', base .. 'w', hub .. 'p', 0)
return {'ok'}
)";
  return text;
}

const std::string& status() {
  static const std::string text = begin + R"(
return {'ok', call('HMGET', base .. 'state', 'noted', 'done', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6',
                   'c7', 'c8', 'c9', 'c10', 'c11', 'c12'),
        call('HGETALL', base .. 'w'), call('ZRANGEBYSCORE', base .. 'l', '-inf', now_ms() - 1)}
)";
  return text;
}

}  // namespace mazurka::cluster::scripts
