#include "explore/frontier/frontier.h"

namespace mazurka {

void Frontier::count(const Summary& so_far) {
  RunCounts added = RunCounts::of(so_far);
  if (counted_ == commit_.done.size()) return;  // a probe of a known trace: counts with the next
  added -= counts_;
  counts_ = RunCounts::of(so_far);
  commit_.done.back().counts = added;
  counted_ = commit_.done.size();
}

std::span<const Job> Frontier::commit() {
  commit_.jobs_left = jobs_left_;
  const Reply reply = parse_reply(exchange_(to_bytes(commit_)));
  must_forget_ = reply.forgets;
  jobs_.clear();
  for (std::size_t i = 0; i < reply.granted.size() && i < commit_.noted.size(); ++i)
    if (reply.granted[i]) jobs_.push_back(std::move(commit_.noted[i]));
  jobs_.insert(jobs_.end(), reply.jobs.begin(), reply.jobs.end());
  for (const Job& job : jobs_) jobs_left_ += job.is_first ? 0 : 1;
  commit_.clear();
  runs_ = 0;
  counted_ = 0;
  committed_ = Clock::now();
  return jobs_;
}

}  // namespace mazurka
