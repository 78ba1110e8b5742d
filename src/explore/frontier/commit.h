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
  bool is_first = false;  // the very first execution: its schedule is empty, its key unknown
  bool operator==(const Job&) const = default;
};

// A run that is over.
struct DoneRun {
  TraceKey key;         // of the trace that it led to
  bool was_job = true;  // false: the worker ran it without knowing where it would lead (a probe)
  RunCounts counts;     // what it adds to the counts
  bool operator==(const DoneRun&) const = default;
};

// Invariant: everything that the runs in `done` have found is in `noted`, or in an earlier commit.
// So a store that books a commit as a whole loses nothing if the worker dies before or after it.
struct Commit {
  std::vector<Job> noted;  // candidates that are not known to the worker
  std::vector<DoneRun> done;
  std::uint64_t jobs_left = 0;  // that the worker was given and has not explored yet

  void clear() {
    noted.clear();
    done.clear();
    jobs_left = 0;
  }
  bool operator==(const Commit&) const = default;
};

struct Reply {
  bool is_over = false;  // nothing is left to do: the worker ends
  // The store may have lost something that it had confirmed. The worker must empty every cache of
  // traces and candidates that it has seen: it could otherwise take a lost trace for a known one.
  bool forgets = false;
  // For each job in Commit::noted, in order: the worker gets this job. Others are known already, or
  // are explored by another worker.
  std::vector<bool> granted;
  std::vector<Job> jobs;  // further jobs for this worker
  bool operator==(const Reply&) const = default;
};

// The bytes of a message. Schedules share their beginning with the one before them.
[[nodiscard]] std::string to_bytes(const Commit& commit);
[[nodiscard]] std::string to_bytes(const Reply& reply);
// Parse the bytes. Throw std::runtime_error if they are damaged.
[[nodiscard]] Commit parse_commit(std::string_view bytes);
[[nodiscard]] Reply parse_reply(std::string_view bytes);

}  // namespace mazurka
