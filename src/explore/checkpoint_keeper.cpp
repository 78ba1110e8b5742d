#include "explore/checkpoint_keeper.h"

#include <algorithm>

#include "explore/checkpoint_io.h"
#include "program/learning.h"

namespace mazurka {
namespace {

std::vector<std::uint64_t*> saved_counts(Summary& summary, std::uint64_t& runs) {
  return {&summary.executions, &summary.assume_blocked,  &summary.given_up,
          &summary.cut,        &summary.deadlocks,       &summary.sleep_set_blocked,
          &summary.events,     &summary.transitions,     &summary.error_executions,
          &summary.too_deep,   &summary.cut_by_fairness, &runs};
}

}  // namespace

bool CheckpointKeeper::is_time() {
  switch (state_.summary.bound) {
    case Bound::executions:
    case Bound::timeout:
    case Bound::interrupt:
      return true;
    default:
      return ++checks_ % 64 == 0 && limits_.elapsed() >= next_save_;  // clock reads cost time
  }
}

void CheckpointKeeper::save_now_and_then(Position kept) {
  if (!is_time()) return;
  const Resumable* const algorithm = state_.algorithm.resumable();
  if (algorithm == nullptr) return;
  const double begun = limits_.elapsed();
  if (state_.options.before_save) state_.options.before_save();
  try {
    state_.options.save(checkpoint(kept, *algorithm));
  } catch (const UserError& error) {
    if (!state_.options.save_failed) throw;
    state_.options.save_failed(error);
  }
  const double took = limits_.elapsed() - begun;
  next_save_ = limits_.elapsed() + std::max(state_.options.save_seconds, 20 * took);
}

Checkpoint CheckpointKeeper::checkpoint(Position kept, const Resumable& algorithm) {
  Checkpoint result;
  result.facts = facts_of(state_.program);
  result.names = names_to_save(state_.program);
  CheckpointWriter writer(state_.program.registry());
  algorithm.save(kept, writer);
  result.algorithm = writer.take();
  result.names.objects = writer.take_objects();
  for (Position i = 0; i < kept; ++i) result.kept.push_back(state_.execution[i].as_choice());
  for (const std::uint64_t* count : saved_counts()) result.counts.push_back(*count);
  result.seconds = limits_.elapsed_in_all();
  result.errors = errors_.schedules();
  result.traces.assign(state_.traces.begin(), state_.traces.end());
  return result;
}

Summary counts_in(const Checkpoint& checkpoint) {
  Summary summary;
  std::uint64_t runs = 0;
  const std::vector<std::uint64_t*> counts = saved_counts(summary, runs);
  if (checkpoint.counts.size() != counts.size()) CheckpointReader::fail();
  for (std::size_t i = 0; i < counts.size(); ++i) *counts[i] = checkpoint.counts[i];
  return summary;
}

std::vector<std::uint64_t*> CheckpointKeeper::saved_counts() {
  return mazurka::saved_counts(state_.summary, state_.runs);
}

Position CheckpointKeeper::resume(const Checkpoint& checkpoint) {
  if (checkpoint.is_of_workers) CheckpointReader::fail();
  const RestoredNames names(state_.program, checkpoint.names);
  for (const std::vector<Choice>& error : checkpoint.errors) find_again(names.schedule(error));
  run_again(names.schedule(checkpoint.kept));
  const std::vector<std::uint64_t*> counts = saved_counts();
  Resumable* const algorithm = state_.algorithm.resumable();
  if (checkpoint.counts.size() != counts.size() || algorithm == nullptr) CheckpointReader::fail();
  for (std::size_t i = 0; i < counts.size(); ++i) *counts[i] = checkpoint.counts[i];
  state_.traces.insert(checkpoint.traces.begin(), checkpoint.traces.end());
  CheckpointReader reader(state_.program.registry(), names, checkpoint.algorithm);
  algorithm->load(state_.execution.size(), reader);
  reader.require_end();
  limits_.add_earlier(checkpoint.seconds);
  return state_.execution.size();
}

void CheckpointKeeper::run_again(const std::vector<Choice>& schedule) {
  state_.execution.truncate(0);
  state_.program.restart();
  for (const Choice& choice : schedule) {
    const Event* const event = state_.program.step(choice);
    if (event == nullptr) CheckpointReader::fail();
    state_.execution.push(*event);
  }
}

// Runs an execution that showed an error before the checkpoint, so that the error is part of the
// result of the resumed exploration.
void CheckpointKeeper::find_again(const std::vector<Choice>& schedule) {
  run_again(schedule);
  state_.ask_for_pending();
  errors_.look_at(state_.program.ending());
  state_.summary.stopped_at_error = false;
}

}  // namespace mazurka
