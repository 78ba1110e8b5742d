#include "explore/frontier/frontier.h"

#include <algorithm>

#include "explore/mutations.h"

namespace mazurka {

void Frontier::note(const TraceKey& key, std::span<const Choice> schedule) {
  if (note_count_ == commit_.noted.size()) commit_.noted.emplace_back();
  Job& job = commit_.noted[note_count_++];
  job.key = key;
  job.schedule.assign(schedule.begin(), schedule.end());
}

void Frontier::hold_last_run(std::span<const Choice> schedule) {
  held_ = commit_.done.back();
  commit_.done.pop_back();
  if (held_->was_noted) return;
  note(held_->key, schedule);
  held_->was_noted = true;
}

void Frontier::count(const Summary& so_far) {
  if (so_far.estimate && wants_estimate_) {
    const double left =
        so_far.estimate->executions - static_cast<double>(so_far.maximal_executions());
    constexpr double most = 1e18;  // so that sums of them are no larger than an integer can be
    estimated_left_ = static_cast<std::uint64_t>(std::clamp(left, 1.0, most));
    wants_estimate_ = false;
  }
  if (counted_ == commit_.done.size()) return;  // a probe of a known trace: counts with the next
  const RunCounts counts = RunCounts::of(so_far);
  commit_.done.back().counts = counts;
  commit_.done.back().counts -= counts_;
  counts_ = counts;
  counted_ = commit_.done.size();
}

void Frontier::commit(bool is_idle) {
  note_count_ = 0;
  if (mutations().books_done_first) {
    Commit done;
    std::swap(done.done, commit_.done);
    (void)exchange_(to_bytes(done));
  }
  if (teller_) teller_(*this);
  commit_.noted.resize(note_count_);
  commit_.is_idle = is_idle;
  commit_.estimated_left = is_idle ? 0 : estimated_left_;
  Reply reply = parse_reply(exchange_(to_bytes(commit_)));
  should_sample_ = reply.samples;
  most_runs_ = reply.most_runs;
  jobs_ = std::move(reply.jobs);
  lost_ = std::move(reply.taken);
  for (std::size_t i = 0; i < reply.granted.size() && i < note_count_; ++i)
    if (!reply.granted[i]) lost_.push_back(commit_.noted[i]);
  commit_.done.clear();
  if (held_) commit_.done.push_back(*held_);
  held_.reset();
  commit_.has_failed = false;
  runs_ = commit_.done.size();
  counted_ = commit_.done.size();
  wants_estimate_ = true;
  committed_ = seconds(CLOCK_MONOTONIC);
}

}  // namespace mazurka
