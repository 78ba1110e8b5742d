// What a worker and the store of an exploration by several processes tell each other.
//
// A worker explores *jobs*, sends the result as a commit, and gets further jobs in the reply. The
// messages are bytes; all processes run the same executable and give tasks the same numbers, so
// choices need no translation.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/step.h"
#include "core/trace_key.h"
#include "explore/frontier/run_counts.h"

namespace mazurka {

// An execution to explore: the choices of its beginning, which the free choice completes
// (free_choice.h), and the key of the trace that it leads to.
struct Job {
  TraceKey key;
  std::vector<Choice> schedule;
  // The very first execution, or the one that a resumed exploration begins with: its key is not
  // known.
  bool is_first = false;
  bool operator==(const Job&) const = default;
};

// Stands for the trace of the first execution, while it is not known, in the store of several
// machines. (Every trace may have any key; that of an execution without events is zero.)
inline constexpr TraceKey key_of_first_job{~std::uint64_t{0}, 0xffff'ffff};

// A run that is over.
struct DoneRun {
  TraceKey key;            // of the trace that it led to
  bool was_noted = false;  // as a job, in an earlier commit
  RunCounts counts;        // what it adds to the counts
  bool operator==(const DoneRun&) const = default;
};

// Invariant: everything that the runs in `done` have found is in `noted`, or in an earlier commit.
// So a store that books a commit as a whole loses nothing if the worker dies before or after it.
struct Commit {
  std::vector<Job> noted;  // jobs that the worker has found and not explored yet
  std::vector<DoneRun> done;
  bool is_idle = false;         // the worker has explored all of its jobs, and waits for others
  bool has_failed = false;      // a job led to another trace than the one that was noted for it
  bool gave_up_search = false;  // a search was given up, so executions may be missing
  // How many executions the jobs of this worker seem to lead to; 0: it has none, or does not know.
  std::uint64_t estimated_left = 0;
  bool operator==(const Commit&) const = default;
};

struct Reply {
  bool is_over = false;  // nothing is left to do: the worker ends
  // For each job in Commit::noted, in order: it belongs to this worker, because nobody knew it, or
  // because the worker has noted it before.
  std::vector<bool> granted;
  std::vector<Job> taken;  // jobs of this worker that others explore now
  std::vector<Job> jobs;   // further jobs for this worker
  bool samples = false;    // this worker runs the random executions (sample.h)
  // How many executions the worker may run before its next commit; 0: as many as it likes.
  std::uint64_t most_runs = 0;
  bool operator==(const Reply&) const = default;
};

// The bytes of a message. Schedules share their beginning with the one before them.
[[nodiscard]] std::string to_bytes(const Commit& commit);
[[nodiscard]] std::string to_bytes(const Reply& reply);
// Parse the bytes. Throw std::runtime_error if they are damaged.
[[nodiscard]] Commit parse_commit(std::string_view bytes);
void parse_commit(std::string_view bytes, Commit& into);  // reuses its memory
[[nodiscard]] Reply parse_reply(std::string_view bytes);

}  // namespace mazurka
