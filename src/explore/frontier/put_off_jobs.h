// Jobs of a worker that another worker seems to have found as well (Frontier::is_claimed).
//
// If they are explored at once, both workers explore them. So they wait until the store knows whose
// they are: they are noted with the next commit, and explored after the one that follows it. The
// other worker has committed as well by then, unless it has died.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "explore/frontier/commit.h"
#include "explore/frontier/frontier.h"

namespace mazurka {

class PutOffJobs {
 public:
  void add(Job job) {
    if (!has(job.key)) found_.push_back(std::move(job));
  }
  [[nodiscard]] bool empty() const { return found_.empty() && noted_.empty() && ready_.empty(); }
  // Removes the job that leads to this trace, if there is one.
  void remove(const TraceKey& trace) {
    for (auto* const jobs : {&found_, &noted_, &ready_})
      std::erase_if(*jobs, [&](const Job& job) { return job.key == trace; });
  }
  // Call for each commit: notes the jobs that were found since the last one.
  void note(Frontier& frontier) {
    for (const Job& job : found_) frontier.note(job.key, job.schedule);
    ready_.insert(ready_.end(), noted_.begin(), noted_.end());
    noted_.swap(found_);
    found_.clear();
  }
  // Removes and returns the jobs that can be explored now.
  [[nodiscard]] std::vector<Job> take_ready() { return std::exchange(ready_, {}); }

 private:
  [[nodiscard]] bool has(const TraceKey& trace) const {
    return std::ranges::any_of(std::array{&found_, &noted_, &ready_}, [&](const auto* jobs) {
      return std::ranges::find(*jobs, trace, &Job::key) != jobs->end();
    });
  }

  std::vector<Job> found_;  // since the last commit
  std::vector<Job> noted_;  // in the last commit
  std::vector<Job> ready_;  // noted in earlier ones
};

}  // namespace mazurka
