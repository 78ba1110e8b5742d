#include "explore/frontier/key_tiers.h"

#include <algorithm>
#include <bit>

#include "core/user_error.h"

namespace mazurka {

// Runs of less than two units are in tier 0, those of less than eight in tier 1, and so on: a merge
// of four runs of one tier with their usual sizes is in the middle of the next one.
unsigned KeyTiers::tier_of(const KeyRun& run) const {
  return static_cast<unsigned>(std::bit_width(run.size() / unit_)) / 2;
}

void KeyTiers::add(std::span<const TraceKey> keys) {
  KeyRunWriter writer(*folder_, keys.size());
  for (const TraceKey& key : keys) writer.add(key);
  add(writer.finish());
  bytes_written_ += KeyRunWriter::bytes_for(keys.size());
  merge_full_tiers();
}

void KeyTiers::add(KeyRun run) {
  size_ += run.size();
  runs_.push_back(std::move(run));
}

bool KeyTiers::contains(const TraceKey& key) const {
  return std::ranges::any_of(runs_, [&](const KeyRun& run) { return run.contains(key); });
}

std::uint64_t KeyTiers::memory() const {
  std::uint64_t sum = 0;
  for (const KeyRun& run : runs_) sum += run.memory();
  return sum;
}

// A merge changes no answer, so that one for which there is no room on the disk is put off until
// the next addition. A file that cannot be read is found by the next question that needs it.
void KeyTiers::merge_full_tiers() try {
  constexpr unsigned tiers = 64;
  for (unsigned tier = 0; tier < tiers; ++tier)
    while (merge_tier(tier)) {
    }
} catch (const UserError&) {
}

// Merges the first four runs of the tier; false if there are fewer.
bool KeyTiers::merge_tier(unsigned tier) {
  std::vector<std::size_t> inputs;
  for (std::size_t i = 0; i < runs_.size() && inputs.size() < fan_out; ++i)
    if (tier_of(runs_[i]) == tier) inputs.push_back(i);
  if (inputs.size() < fan_out) return false;
  KeyRun result = merged(inputs);
  bytes_written_ += KeyRunWriter::bytes_for(result.size());
  for (const std::size_t i : inputs) folder_->release(runs_[i].reference().number);
  for (std::size_t i = inputs.size(); i-- > 0;)
    runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(inputs[i]));
  runs_.push_back(std::move(result));
  return true;
}

KeyRun KeyTiers::merged(const std::vector<std::size_t>& inputs) {
  struct Input {
    KeyRunReader reader;
    const TraceKey* next;
  };
  std::vector<Input> open;
  std::uint64_t keys = 0;
  for (const std::size_t i : inputs) {
    keys += runs_[i].size();
    open.push_back({KeyRunReader(runs_[i]), nullptr});
    open.back().next = open.back().reader.next();
  }
  KeyRunWriter writer(*folder_, keys);
  while (!open.empty()) {
    const auto least = std::ranges::min_element(
        open, [](const TraceKey* a, const TraceKey* b) { return *a < *b; }, &Input::next);
    writer.add(*least->next);
    least->next = least->reader.next();
    if (least->next == nullptr) open.erase(least);
  }
  return writer.finish();
}

}  // namespace mazurka
