// Checkpoints refer to files of keys. Whenever a process dies, the checkpoint on disk and the files
// beside it must yield the set of keys at the moment when that checkpoint was made.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/user_error.h"
#include "explore/algorithms.h"
#include "explore/checkpoint_io.h"
#include "explore/explorer.h"
#include "explore/frontier/known_traces.h"
#include "program/model/model.h"
#include "unit/explore/key_files.h"
#include "unit/random.h"

namespace mazurka {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::uint64_t>;

Words saved(const KnownTraces& known) {
  const Registry registry;
  CheckpointWriter writer(registry);
  known.save(writer);
  return writer.take();
}

// Returns the keys, sorted, of the set that another process would load from this folder.
std::vector<TraceKey> loaded_from(const std::string& folder, const Words& words) {
  Registry registry;
  KnownTraces known(100, std::make_shared<KeyFolder>(folder, folder));
  const RestoredNames names;
  CheckpointReader reader(registry, names, words);
  known.load(reader);
  reader.require_end();
  std::vector<TraceKey> keys;
  known.for_each([&](const TraceKey& key) { keys.push_back(key); });
  for (std::size_t i = 0; i < keys.size(); i += 7) EXPECT_TRUE(known.contains(keys[i]));
  EXPECT_EQ(keys.size(), known.size());
  std::ranges::sort(keys);
  return keys;
}

// Returns the sorted keys that another process would load from a copy of the folder, so
// that a writer can continue.
std::vector<TraceKey> loaded(const Words& words, const TestFolder& folder) {
  const TestFolder copy;
  if (fs::exists(folder.path())) fs::copy(folder.path(), copy.path());
  return loaded_from(copy.path(), words);
}

// An exploration that writes checkpoints.
struct Saving {
  explicit Saving(const std::string& path, std::size_t limit = 1000)
      : folder(std::make_shared<KeyFolder>(path, path)), known(limit, folder) {}

  void insert(std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t i = first + 1; i <= first + count; ++i) known.insert(test_key(i));
  }
  Words checkpoint() {
    Words words = saved(known);
    folder->checkpoint_in_place();
    return words;
  }

  std::shared_ptr<KeyFolder> folder;
  KnownTraces known;
};

TEST(SavedTraces, AreKeptInTheCheckpointIfTheyAreFew) {
  const TestFolder path;
  Saving saving(path.path(), 10'000);
  saving.insert(0, 4096);
  EXPECT_EQ(loaded(saving.checkpoint(), path), sorted_keys(4096));
  EXPECT_FALSE(fs::exists(path.path()));
  saving.insert(4096, 1);
  const Words words = saving.checkpoint();
  EXPECT_EQ(path.runs(), std::vector<std::string>{"run-1.keys"});
  EXPECT_LT(words.size(), 10u);
}

TEST(SavedTraces, AreKeptInTheCheckpointIfThereIsNoFolder) {
  KnownTraces known(100);
  for (std::uint64_t i = 1; i <= 5000; ++i) known.insert(test_key(i));
  EXPECT_EQ(loaded_from("", saved(known)), sorted_keys(5000));
}

TEST(SavedTraces, NeedTheirFolder) {
  const TestFolder path;
  Saving saving(path.path());
  saving.insert(0, 5000);
  const Words words = saving.checkpoint();
  EXPECT_THROW((void)loaded_from("", words), UserError);
}

// Copies the files on disk after each step, as a process that dies at that point would leave them.
TEST(SavedTraces, SurviveADeathAtAnyTime) {
  const TestFolder path;
  Random random(3);
  Saving saving(path.path(), 300);
  std::optional<Words> on_disk;
  std::uint64_t inserted = 0;
  std::uint64_t at_checkpoint = 0;
  const auto die = [&] {
    if (!on_disk) return;
    ASSERT_EQ(loaded(*on_disk, path), sorted_keys(at_checkpoint));
  };
  for (int i = 0; i < 80; ++i) {
    SCOPED_TRACE(i);
    const std::uint64_t count = random.below(200);
    saving.insert(inserted, count);
    inserted += count;
    die();
    if (!random.one_in(3)) continue;
    const Words words = saved(saving.known);
    die();
    if (random.one_in(4)) continue;  // the checkpoint file could not be written
    on_disk = words;
    at_checkpoint = inserted;
    die();
    saving.folder->checkpoint_in_place();
    die();
  }
  EXPECT_GT(at_checkpoint, 5000u);
}

// A resumed process continues with the same files, repeatedly.
TEST(SavedTraces, CanBeResumedAgainAndAgain) {
  const TestFolder path;
  Words words;
  for (std::uint64_t round = 0; round < 20; ++round) {
    SCOPED_TRACE(round);
    Registry registry;
    Saving saving(path.path(), 2000);
    if (round > 0) {
      const RestoredNames names;
      CheckpointReader reader(registry, names, words);
      saving.known.load(reader);
    }
    ASSERT_EQ(saving.known.size(), 1300 * round);
    saving.insert(1300 * round, 1300);
    words = saving.checkpoint();
    saving.insert(1300 * round, 5000);  // lost: no checkpoint follows
  }
  EXPECT_EQ(loaded(words, path), sorted_keys(26'000));
}

// Most checkpoints have few new keys. Such a checkpoint must not write all keys that are in memory,
// nor leave a separate file.
TEST(SavedTraces, CostLittleMoreThanWhatIsNew) {
  const TestFolder path;
  Saving saving(path.path(), 1'000'000);
  saving.insert(0, 5000);
  for (std::uint64_t i = 0; i < 200; ++i) {
    saving.insert(5000 + 510 * i, 510);
    (void)saving.checkpoint();
    ASSERT_LE(path.runs().size(), 12u);
  }
  const std::uint64_t data = saving.known.size() * sizeof(TraceKey);
  EXPECT_LT(saving.known.bytes_written(), 8 * data);
}

TEST(SavedTraces, ReplaceTheirSmallFilesWhenMemoryIsFull) {
  const TestFolder path;
  Saving saving(path.path(), 10'000);
  saving.insert(0, 9000);
  (void)saving.checkpoint();
  saving.insert(9000, 900);
  (void)saving.checkpoint();
  EXPECT_EQ(path.runs(), (std::vector<std::string>{"run-1.keys", "run-2.keys"}));
  saving.insert(9900, 100);  // written to the tiers; the checkpoint still refers to the other files
  EXPECT_EQ(path.runs().size(), 3u);
  const Words words = saving.checkpoint();
  EXPECT_EQ(path.runs(), std::vector<std::string>{"run-3.keys"});
  EXPECT_EQ(loaded(words, path), sorted_keys(10'000));
}

// Removes files of a process that died, and of an exploration whose checkpoint has been replaced.
TEST(SavedTraces, RemoveFilesThatNothingRefersTo) {
  const TestFolder path;
  fs::create_directory(path.path());
  write_whole(path.path() + "/run-41.keys", "half-written");
  write_whole(path.path() + "/run-x.keys", "not ours");
  Saving saving(path.path());
  saving.insert(0, 5000);
  EXPECT_TRUE(fs::exists(path.path() + "/run-41.keys"));  // a checkpoint might refer to it
  const Words words = saving.checkpoint();
  EXPECT_FALSE(fs::exists(path.path() + "/run-41.keys"));
  EXPECT_TRUE(fs::exists(path.path() + "/run-x.keys"));
  EXPECT_EQ(loaded(words, path), sorted_keys(5000));
}

TEST(SavedTraces, LeaveNothingIfNoCheckpointWasWritten) {
  const TestFolder path;
  {
    Saving saving(path.path());
    saving.insert(0, 5000);
    EXPECT_FALSE(path.runs().empty());
  }
  EXPECT_FALSE(fs::exists(path.path()));
}

// After --resume A --checkpoint B, A can still be resumed.
TEST(SavedTraces, CanContinueInAnotherFolder) {
  const TestFolder first;
  const TestFolder second;
  Words before;
  {
    Saving saving(first.path());
    saving.insert(0, 5500);
    before = saving.checkpoint();
  }
  Words after;
  {
    Registry registry;
    const auto folder = std::make_shared<KeyFolder>(second.path(), first.path());
    KnownTraces known(1000, folder);
    const RestoredNames names;
    CheckpointReader reader(registry, names, before);
    known.load(reader);
    for (std::uint64_t i = 5501; i <= 9999; ++i) known.insert(test_key(i));
    after = saved(known);
    folder->checkpoint_in_place();
  }
  EXPECT_EQ(loaded(before, first), sorted_keys(5500));
  EXPECT_EQ(loaded(after, second), sorted_keys(9999));
}

TEST(SavedTraces, AreNotSharedByTwoProcesses) {
  const TestFolder path;
  Saving first(path.path());
  first.insert(0, 5000);
  (void)first.checkpoint();
  Saving second(path.path());
  second.insert(0, 5000);  // these stay in memory
  EXPECT_NE(second.known.problem().find("another process"), std::string::npos);
  EXPECT_THROW((void)second.checkpoint(), UserError);
  second.folder->checkpoint_in_place();  // removes no file of the first folder
  EXPECT_EQ(second.known.size(), 5000u);
  EXPECT_FALSE(path.runs().empty());
}

TEST(SavedTraces, AreRefusedIfAFileIsMissingOrNamedTwice) {
  const TestFolder path;
  Words words;
  {
    Saving saving(path.path());
    saving.insert(0, 2500);
    words = saving.checkpoint();
  }
  ASSERT_EQ(words[0], 2u);  // two runs, of which the second becomes the first
  Words twice = words;
  std::copy_n(words.begin() + 1, 3, twice.begin() + 4);
  EXPECT_THROW((void)loaded(twice, path), UserError);
  EXPECT_EQ(loaded(words, path).size(), 2500u);
  fs::remove(path.path() + "/run-2.keys");
  try {
    (void)loaded_from(path.path(), words);
    ADD_FAILURE() << "a missing file was not noticed";
  } catch (const UserError& error) {
    EXPECT_EQ(error.where, path.path() + "/run-2.keys");
    EXPECT_NE(error.hint.find("start without --resume"), std::string::npos);
  }
}

// Explores 720 traces in pieces, with at most 50 keys in memory.
TEST(SavedTraces, GiveTheSameExplorationInPieces) {
  const TestFolder path;
  std::optional<Checkpoint> last;
  int pieces = 0;
  while (true) {
    ++pieces;
    const auto program = model::load(
        "var x; handler h; thread t { for i in 0 .. 6 { post m(i) to h; } } message m(i) { x = i; "
        "}",
        "test.mzk");
    const auto folder = std::make_shared<KeyFolder>(path.path(), path.path());
    const auto algorithm =
        make_algorithm(AlgorithmName::event, {.event = {.known_in_memory = 50, .keys = folder}});
    const std::optional<Checkpoint> resumed = last;
    ExploreOptions options;
    options.count_traces = true;
    options.max_executions = static_cast<std::uint64_t>(pieces) * 100;
    options.save = [&](const Checkpoint& checkpoint) {
      last = parse_checkpoint(to_text(checkpoint), "saved");
      folder->checkpoint_in_place();
    };
    if (resumed) {
      use_facts_of(*resumed, *program);
      options.resume = &*resumed;
    }
    const Summary summary = explore(*program, *algorithm, options);
    if (summary.bound == Bound::executions) continue;
    EXPECT_EQ(summary.executions, 720u);
    EXPECT_EQ(summary.distinct_traces, 720u);
    break;
  }
  EXPECT_EQ(pieces, 8);
}

// An exploration must continue even if its checkpoint cannot be written.
TEST(SavedTraces, DoNotEndAnExplorationIfTheyCannotBeWritten) {
  const auto program = model::load(
      "var x; handler h; thread t { for i in 0 .. 7 { post m(i) to h; } } message m(i) { x = i; }",
      "test.mzk");
  const auto folder = std::make_shared<KeyFolder>("/no/such/folder/saved.keys");
  const auto algorithm = make_algorithm(AlgorithmName::event, {.event = {.keys = folder}});
  int failed = 0;
  ExploreOptions options;
  options.max_executions = 5000;  // too many keys for the checkpoint itself
  options.save = [](const Checkpoint&) { ADD_FAILURE() << "there is no checkpoint"; };
  options.save_failed = [&](const UserError& error) {
    ++failed;
    EXPECT_NE(error.message.find("No such file"), std::string::npos) << error.message;
  };
  const Summary summary = explore(*program, *algorithm, options);
  EXPECT_EQ(summary.executions, 5000u);
  EXPECT_EQ(failed, 1);
}

// Memory usage grows in this case, so the user must be told why.
TEST(SavedTraces, WarnIfTheyStayInMemory) {
  const auto program = model::load(
      "var x; handler h; thread t { for i in 0 .. 5 { post m(i) to h; } } message m(i) { x = i; }",
      "test.mzk");
  const auto folder = std::make_shared<KeyFolder>("/no/such/folder/saved.keys");
  const auto algorithm =
      make_algorithm(AlgorithmName::event, {.event = {.known_in_memory = 50, .keys = folder}});
  const Summary summary = explore(*program, *algorithm, {});
  EXPECT_EQ(summary.executions, 120u);
  ASSERT_EQ(summary.warnings.size(), 1u);
  EXPECT_NE(summary.warnings.front().find("stay in memory"), std::string::npos);
}

}  // namespace
}  // namespace mazurka
