#include "explore/frontier/known_traces.h"

#include <algorithm>
#include <set>

#include "core/user_error.h"
#include "explore/checkpoint_io.h"

namespace mazurka {
namespace {

void write_reference(CheckpointWriter& to, const KeyRun& run) {
  to.number(run.reference().number);
  to.number(run.reference().count);
  to.number(run.reference().contents);
}

KeyRun::Reference read_reference(CheckpointReader& from) {
  const std::uint64_t number = from.number();
  const std::uint64_t count = from.number();
  return {number, count, from.number()};
}

}  // namespace

void KnownTraces::move_to_files() {
  const std::vector<TraceKey> keys = recent_.take();
  try {
    old_.add(keys);
  } catch (const UserError& error) {
    // There is no room on the disk. The keys stay in memory, which then grows, and are tried again
    // when they are twice as many.
    for (const TraceKey& key : keys) (void)recent_.insert(key);
    limit_ *= 2;
    problem_ = std::string("keys of known traces stay in memory: ") + error.what();
    return;
  }
  problem_.clear();
  for (const KeyRun& run : saved_) folder_->release(run.reference().number);
  saved_.clear();
  unsaved_.clear();
}

// Writes what is unsaved as one run, together with all runs that are not at least twice as large:
// so the sizes fall by half at least, there are about 20 runs at most, and a key is written as many
// times at most before it goes to the tiers.
void KnownTraces::save_unsaved() const {
  if (unsaved_.empty()) return;
  std::vector<TraceKey> keys = unsaved_;
  std::size_t kept = saved_.size();
  while (kept > 0 && saved_[kept - 1].size() < 2 * keys.size()) {
    KeyRunReader reader(saved_[--kept]);
    while (const TraceKey* const key = reader.next()) keys.push_back(*key);
  }
  std::ranges::sort(keys);
  KeyRunWriter writer(*folder_, keys.size());
  for (const TraceKey& key : keys) writer.add(key);
  KeyRun run = writer.finish();
  bytes_saved_ += KeyRunWriter::bytes_for(keys.size());
  for (std::size_t i = kept; i < saved_.size(); ++i) folder_->release(saved_[i].reference().number);
  saved_.erase(saved_.begin() + static_cast<std::ptrdiff_t>(kept), saved_.end());
  saved_.push_back(std::move(run));
  unsaved_.clear();
}

void KnownTraces::save(CheckpointWriter& to) const {
  const bool is_small = old_.size() == 0 && saved_.empty() && recent_.size() <= most_in_checkpoint;
  const bool holds_keys = !folder_->has_names() || is_small;
  std::vector<std::uint64_t> numbers;
  const auto refer_to = [&](const KeyRun& run) {
    write_reference(to, run);
    numbers.push_back(run.reference().number);
  };
  if (!holds_keys) save_unsaved();
  to.list(holds_keys ? std::span<const KeyRun>() : old_.runs(), refer_to);
  to.list(holds_keys ? std::span<const KeyRun>() : saved_, refer_to);
  to.number(holds_keys ? size() : 0);
  if (holds_keys) for_each([&](const TraceKey& key) { to.key(key); });
  folder_->prepare_checkpoint(numbers);
}

void KnownTraces::load(CheckpointReader& from) {
  std::set<std::uint64_t> numbers;
  const auto open = [&] {
    const KeyRun::Reference reference = read_reference(from);
    if (!numbers.insert(reference.number).second) CheckpointReader::fail();
    return KeyRun::open(folder_->open(reference.number), reference);
  };
  from.list([&] { old_.add(open()); });
  from.list([&] {
    KeyRun run = open();
    KeyRunReader reader(run);
    while (const TraceKey* const key = reader.next())
      if (!recent_.insert(*key)) CheckpointReader::fail();
    saved_.push_back(std::move(run));
  });
  from.list([&] { (void)insert(from.key()); });
}

}  // namespace mazurka
