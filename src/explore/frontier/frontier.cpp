#include "explore/frontier/frontier.h"

#include "explore/mutations.h"

namespace mazurka {

void Frontier::count(const Summary& so_far) {
  RunCounts added = RunCounts::of(so_far);
  if (counted_ == commit_.done.size()) return;  // a probe of a known trace: counts with the next
  added -= counts_;
  counts_ = RunCounts::of(so_far);
  commit_.done.back().counts = added;
  counted_ = commit_.done.size();
}

void Frontier::commit(bool is_idle) {
  if (mutations().books_done_first) {
    Commit done;
    std::swap(done.done, commit_.done);
    (void)exchange_(to_bytes(done));
  }
  commit_.is_idle = is_idle;
  Reply reply = parse_reply(exchange_(to_bytes(commit_)));
  should_sample_ = reply.samples;
  jobs_ = std::move(reply.jobs);
  lost_ = std::move(reply.taken);
  for (std::size_t i = 0; i < reply.granted.size() && i < commit_.noted.size(); ++i)
    if (!reply.granted[i]) lost_.push_back(std::move(commit_.noted[i]));
  commit_.clear();
  runs_ = 0;
  counted_ = 0;
  committed_ = Clock::now();
}

}  // namespace mazurka
