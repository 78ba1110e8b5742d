// A *hub* takes part in an exploration whose store is in Redis: on each machine, the process that
// keeps the store of the workers there (explore/frontier/job_store.h). It tells Redis, a few times
// per second, what its workers have explored and found, and gets jobs when they have none.
//
// A commit has two steps. Each goes to all shards at once, and the second one begins when all
// shards have confirmed the first.
//   1. Notes: jobs that are left. Shard 0 gets the whole second step besides.
//   2. Runs that are done, with their counts. Most were never noted: what they have led to is done
//      in the same step, or was noted in the first.
// So whoever dies, and whenever, a trace that was counted has led to traces that are counted or
// noted: the second step is repeated by somebody else (coordinator.h), or nobody has heard of it.
//
// A hub *begins anew*, under another id and with nothing in its memory, when a server was restarted
// or a shard moved to another server, or when a shard has lost one of its commits: what it took for
// known may not be in the store any more. A hub whose lease ran out need not, even if others have
// got its jobs: the first run of a trace counts, and others add nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cluster/exploration.h"
#include "cluster/second_step.h"
#include "explore/frontier/commit.h"

namespace mazurka::cluster {

// What happened on this machine since the last exchange.
struct News {
  struct Note {
    TraceKey key;
    std::string schedule;        // as in core/portable_schedule.h
    bool is_for_others = false;  // this machine gives the job away
  };
  struct Error {
    std::string identity;  // a later error with the same one replaces it
    std::string text;
  };
  std::vector<Note> notes;
  std::vector<DoneRun> done;
  std::vector<Error> errors;
  std::string notice;    // what was noticed about the program; empty: nothing new
  bool is_idle = false;  // there are no jobs here
};

// What is new elsewhere.
struct Answer {
  struct GivenJob {
    TraceKey key;
    std::string schedule;
    bool is_first = false;  // the first execution of the exploration
  };
  enum class End : std::uint8_t {
    none,
    over,   // the exploration has ended
    anew,   // begin anew
    epoch,  // there is another epoch
  };
  End end = End::none;
  std::vector<TraceKey> not_mine;  // of the notes: others have these jobs, or they are done
  std::vector<TraceKey> known;     // traces that others have found
  std::vector<GivenJob> jobs;      // to explore here
  bool others_wait = false;        // for jobs
};

class Hub {
 public:
  struct Options {
    std::uint64_t lease_ms = 10'000;
    std::size_t most_jobs = 100;  // that it gets at once
    // For tests: called before each call of a step; may throw, as if the process died.
    std::function<void()> before_call;
  };

  // Joins the present epoch. REQUIRES: the exploration outlives this object.
  Hub(Exploration& exploration, const Options& options);

  // Returns the traces that are known when the hub joins. Passes them on in portions.
  void read_known(const std::function<void(const TraceKey&)>& use);
  // Tells the store what is new. REQUIRES: no exchange has returned an end.
  [[nodiscard]] Answer exchange(const News& news);
  // Ends the lease, so that others get the jobs at once. Does nothing if it fails.
  void leave() noexcept;
  [[nodiscard]] const std::string& id() const { return id_; }

 private:
  struct Lost {};   // begin anew
  struct Ended {};  // the exploration or the epoch

  void send_notes(const News& news, const std::string& second_step, Answer& answer);
  void send_done(const SecondStep& step);
  [[nodiscard]] std::vector<Value> run(const std::vector<Call>& calls);
  void take_jobs(Answer& answer);
  void require_ok(const std::vector<Value>& answers);
  void require_no_change() const;
  [[nodiscard]] std::vector<std::vector<std::string>> notes_by_shard(const News& news) const;

  Exploration* exploration_;
  Options options_;
  std::string epoch_;
  std::string id_;
  std::uint64_t changes_;              // of the servers, when it joined
  std::uint64_t number_ = 0;           // of the last commit
  std::uint64_t confirmed_ = 0;        // of the last one whose first step was confirmed
  std::uint64_t complete_ = 0;         // of the last one with runs that was confirmed
  std::vector<std::uint64_t> feeds_;   // by shard: how many were read
  std::vector<std::uint64_t> queued_;  // by shard: jobs that nobody has
  std::uint32_t next_shard_ = 0;       // to ask for jobs
};

}  // namespace mazurka::cluster
