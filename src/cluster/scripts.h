// The Lua scripts that a Redis server runs for an exploration. Each of them is atomic, works on the
// keys of one hash tag only, and can be repeated.
//
// The tag of shard 17 of the exploration `name` is {name:17}, and these are its keys; E is the epoch:
//   {name:17}          a hash: `epoch` and `generation` of the shard, `hungry` (until when workers
//                      wait for jobs), `busy` (a script has begun and not ended)
//   {name:17}:E:state  a hash: `noted` and `done` count traces, `buckets`, `tasks` (how many task
//                      numbers the jobs use), `c1` to `c12`, the sums of RunCounts
//   {name:17}:E:b0…    the keys of all known traces, in small hashes: 0 noted, 1 done, 2 again
//   {name:17}:E:j      a hash: for each job that is left, its owner (8 bytes) and its schedule
//   {name:17}:E:q      a list: keys of queued jobs, the next one last. May hold keys of other jobs.
//   {name:17}:E:l      a sorted set: keys of jobs that workers have, by the end of their lease
//   {name:17}:E:w      a hash: the number of each worker's last commit here
//   {name:17}:E:r      a list: done jobs of the last seconds, with what they rely on
//   {name:17}:E:p      a hash: worker and shard -> the last commit there that done jobs rely on
//   {name:17}:E:x      a hash: worker and shard -> the last such commit of jobs no longer in r
// The tag {name} has what is not divided into shards (meta_scripts.h).
//
// Memory: a small hash is one block of bytes (a listpack). A bucket is split when buckets have more
// than 64 keys on average (linear hashing), so that they stay small, and no script takes long.
//
// The names of keys are made in the scripts, from a tag that is given. All keys of a tag are on one
// server. While Redis moves a tag to another server, an access to a key that is not there is an
// error, not an empty answer. A script that ends in this way leaves `busy` set, and the shard is
// reported as damaged from then on.
//
// Every script gets the epoch and the generation of the caller first, and returns a list. Its first
// item is "ok", or what is wrong:
//   "epoch" E       the shard is in the epoch E, which is not older than the caller's
//   "forget" G      the shard is in the generation G: something was lost since the caller joined
//   "lost"          the shard has lost a commit of the caller
//   "damaged"       a script ended in the middle
#pragma once

#include <string>

namespace mazurka::cluster::scripts {

// Inserts keys of traces; the jobs of those that are new are queued, or given to the caller.
//   worker (8 bytes), number of its last commit here, number of this one, tasks, lease in ms, most
//   jobs to give, then key and schedule of each
// Returns the number of queued jobs, and a string with '1' for each job that the caller gets.
[[nodiscard]] const std::string& note();
// Reports runs as done.
//   worker, number of its last commit here, number of this one (0: none), "shard:number …" on which
//   the runs rely, seconds to keep records, "1" to count always (for mutation tests), then key, "j"
//   (job) or "p" (probe) and counts of each
// Returns the number of queued jobs, and how many of the jobs were never noted.
[[nodiscard]] const std::string& done();
// Gives jobs.
//   worker, lease in ms, most jobs, "1" if the exploration begins in this shard
// Returns the number of queued jobs, then key and schedule of each.
[[nodiscard]] const std::string& take();
// Returns the number of jobs that take() could give. "1": says that the caller waits for jobs.
[[nodiscard]] const std::string& look();
// Renews leases: lease in ms, then keys. Returns the number of queued jobs.
[[nodiscard]] const std::string& renew();
// Queues again the done jobs that rely on a commit which was lost.
//   worker, shard, number of the last commit of the worker that the shard has
// Returns how many, and "1" if some may have been forgotten.
[[nodiscard]] const std::string& requeue();

}  // namespace mazurka::cluster::scripts
