#include "property/plain_search.h"

#include <utility>
#include <vector>

#include "core/execution.h"
#include "program/model/model.h"
#include "program/state_view.h"

namespace mazurka::property {
namespace {

class PlainSearch {
 public:
  PlainSearch(const std::string& source, bool handlers_as_locks, ConflictTable conflicts,
              std::uint64_t max_interleavings)
      : program_(model::load(source, "random.mzk")),
        relation_(handlers_as_locks ? Relation::handlers_as_locks : Relation::events),
        conflicts_(conflicts),
        left_(max_interleavings) {}

  PlainResult run() {
    visit();
    return std::move(result_);
  }

 private:
  // Visits every continuation of the current schedule.
  void visit() {
    if (!result_.complete || !result_.failure.empty()) return;
    run_schedule();
    const auto enabled = program_->enabled();
    const std::vector<Choice> choices(enabled.begin(), enabled.end());
    if (choices.empty()) return judge();
    for (const Choice choice : choices) {
      schedule_.push_back(choice);
      visit();
      schedule_.pop_back();
    }
  }

  void run_schedule() {
    program_->restart();
    events_.clear();
    for (const Choice choice : schedule_) events_.push_back(*program_->step(choice));
  }

  void judge() {
    if (left_-- == 0) {
      result_.complete = false;
      return;
    }
    Execution execution(program_->registry(), relation_, conflicts_);
    for (const Event& event : events_) execution.push(event);
    const TraceKey key = key_of(execution, conflicts_);
    const std::pair<std::uint64_t, EndingKind> reality{program_->state_view().state_fingerprint(),
                                                       program_->ending().kind};
    const auto [entry, is_new] = realities_.try_emplace(key, reality);
    if (!is_new && entry->second != reality)
      result_.failure = "equal trace keys, but different final states or endings";
    result_.traces.try_emplace(key, reality.second);
    result_.realities.insert(reality);
  }

  std::unique_ptr<Program> program_;
  Relation relation_;
  ConflictTable conflicts_;
  std::uint64_t left_;
  std::vector<Choice> schedule_;
  std::vector<Event> events_;
  std::map<TraceKey, std::pair<std::uint64_t, EndingKind>> realities_;
  PlainResult result_;
};

}  // namespace

PlainResult search_plainly(const std::string& source, bool handlers_as_locks,
                           ConflictTable conflicts, std::uint64_t max_interleavings) {
  return PlainSearch(source, handlers_as_locks, conflicts, max_interleavings).run();
}

}  // namespace mazurka::property
