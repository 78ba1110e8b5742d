// The Lua scripts that a Redis server runs for an exploration. Each of them is atomic, works on the
// keys of one hash tag only, and can be repeated.
//
// The tag of shard 17 of the exploration `name` is {name:17}, and these are its keys. E is the
// epoch, H the id of a hub (hub.h).
//   {name:17}          a hash: `epoch`, `hungry` (until when hubs wait for jobs), `busy` (a script
//                      has begun and not ended)
//   {name:17}:E:state  a hash: `noted` and `done` count traces, `buckets`, `feeds`, `begun`, and
//                      `c1` to `c12`, the sums of RunCounts
//   {name:17}:E:b0…    the keys of all known traces, in small hashes: 0 noted, 1 done
//   {name:17}:E:jH     a hash: the jobs that the hub H has, with their schedules
//   {name:17}:E:q      a hash: jobs that nobody has
//   {name:17}:E:l      a sorted set: hubs, by the end of their lease
//   {name:17}:E:w      a hash: for each hub, Ha and Hb, the numbers of its last commit, Hc, of the
//                      last commit that it knew to be complete, Hp, how many runs it is about to
//                      report, Hx if it was buried
//   {name:17}:E:f      a list: keys of new traces, for other hubs
// Shard 0 has besides:
//   {name:0}:E:i       a hash: for each hub, the second step of its last commit
//   {name:0}:E:e       a hash: errors that were found
//   {name:0}:E:s       a hash: what each hub has noticed about the program
// The tag {name} has what is not divided into shards (exploration.h).
//
// Memory: a small hash is one block of bytes (a listpack). A bucket is split when buckets have more
// than 64 keys on average (linear hashing), so that they stay small, and no script takes long.
//
// The names of keys are made in the scripts, from a tag that is given. All keys of a tag are on one
// server. While Redis moves a tag to another server, an access to a key that is not there is an
// error, not an empty answer. A script that ends in this way leaves `busy` set, and the shard is
// reported as damaged from then on.
//
// Every script gets the epoch of the caller and the id of a hub first, and returns a list. Its
// first item is "ok", or what is wrong:
//   "epoch" E       the shard is in the epoch E
//   "lost"          the shard has lost a commit of the hub, or the hub was buried
//   "damaged"       a script ended in the middle
#pragma once

#include <string>

namespace mazurka::cluster::scripts {

// Makes the shard enter the epoch, unless it is in a later one.
[[nodiscard]] const std::string& enter();
// The first step of a commit: inserts keys of traces.
//   number of the last commit, of this one, of the last complete one with runs; lease in ms; "1" if
//   the hub waits for jobs; feeds that it has read; how many runs the second step reports; the
//   second step and what the hub has noticed (both may be empty; shard 0 only), number of errors,
//   then identity and text of each; then key, "n" (a job of the hub) or "q" (one for others) and
//   schedule of each note
// Returns the number of jobs that nobody has; of feeds; "1" if other hubs wait for jobs; a string
// with '1' for each note that is a job of the hub now; keys of traces that others have found.
[[nodiscard]] const std::string& note();
// The second step of a commit: reports runs as done.
//   number of this commit, "1" if somebody else repeats it, keys, counts: a list in msgpack, for
//   each run how many pairs follow, then pairs of index and value
[[nodiscard]] const std::string& done();
// Gives jobs.
//   lease in ms, most jobs, "1" if the exploration begins in this shard
// Returns the number of jobs that nobody has, then key and schedule of each.
[[nodiscard]] const std::string& take();
// Returns the number of buckets, and the keys in some of them: the first one, how many.
[[nodiscard]] const std::string& keys();
// Ends the lease of the hub.
[[nodiscard]] const std::string& leave();
// Makes the shard refuse further commits of the hub. Returns its last numbers a and b.
[[nodiscard]] const std::string& bury();
// Forgets the runs that a buried hub was about to report.
[[nodiscard]] const std::string& forget();
// Returns a list of noted, done, c1 to c12; the hash w; and the hubs whose lease has run out.
[[nodiscard]] const std::string& status();

}  // namespace mazurka::cluster::scripts
