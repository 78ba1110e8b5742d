// Files of sorted keys: keys that were written are found again, and damaged files are refused with
// an error that names the file.
#include "explore/frontier/key_run.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <vector>

#include <gtest/gtest.h>

#include "core/user_error.h"
#include "explore/frontier/key_tiers.h"
#include "unit/explore/key_files.h"
#include "unit/random.h"

namespace mazurka {
namespace {

TEST(KeyRun, ContainsWhatWasWrittenAndNothingElse) {
  for (const std::uint64_t count : {0u, 1u, 255u, 256u, 5000u, 70'000u}) {
    SCOPED_TRACE(count);
    KeyFolder temporary;
    const std::vector<TraceKey> keys = sorted_keys(count);
    const KeyRun run = written(temporary, keys);
    EXPECT_EQ(run.size(), count);
    for (const TraceKey& key : keys) ASSERT_TRUE(run.contains(key));
    for (std::uint64_t i = 1; i <= 5000; ++i) ASSERT_FALSE(run.contains(test_key(count + i)));
    for (const TraceKey& key : keys) {
      ASSERT_FALSE(run.contains({key.high, key.low + 1}));
      ASSERT_FALSE(run.contains({key.high + 1, key.low}));
    }
    EXPECT_EQ(keys_in(run), keys);
  }
}

// All keys have the same upper half: the filter has one block for them, and some pages begin among
// them.
TEST(KeyRun, TellsKeysApartByTheirLowerHalf) {
  KeyFolder temporary;
  std::vector<TraceKey> keys;
  for (std::uint64_t i = 1; i <= 2000; ++i) keys.push_back({7, 2 * i});
  const KeyRun run = written(temporary, keys);
  for (std::uint64_t i = 2; i <= 4000; ++i) ASSERT_EQ(run.contains({7, i}), i % 2 == 0) << i;
}

// Without a filter, a set with many runs would read a page of each run for every new trace.
TEST(KeyRun, FiltersAlmostAllKeysThatItDoesNotContain) {
  KeyFilter filter(100'000);
  for (std::uint64_t i = 1; i <= 100'000; ++i) filter.insert(test_key(i));
  int passed = 0;
  for (std::uint64_t i = 1; i <= 100'000; ++i) {
    ASSERT_TRUE(filter.may_contain(test_key(i)));
    passed += filter.may_contain(test_key(100'000 + i)) ? 1 : 0;
  }
  EXPECT_LT(passed, 2500);
  EXPECT_LT(filter.bytes(), 130'000u);
}

TEST(KeyRun, TakesABoundedFilterForAnyNumberOfKeys) {
  EXPECT_LE(KeyFilter(std::uint64_t{1} << 40).bytes(), (std::uint64_t{1} << 26) + 64);
}

// --- Files with names ---------------------------------------------------------------------------

class NamedKeyRun : public testing::Test {
 protected:
  // Opens the run with this number as a process does that resumes a checkpoint.
  KeyRun reopened(const KeyRun::Reference& reference) {
    KeyFolder again(folder.path(), folder.path());
    return KeyRun::open(again.open(reference.number), reference);
  }
  // Returns the message of the UserError with which the run is refused. The message must name
  // the file and say what to do.
  std::string refusal_of(const KeyRun::Reference& reference) {
    const std::size_t open_before = open_descriptors();
    std::string message;
    try {
      (void)reopened(reference);
    } catch (const UserError& error) {
      EXPECT_EQ(error.where, folder.path() + "/run-1.keys");
      EXPECT_NE(error.hint.find("--resume"), std::string::npos) << error.hint;
      message = error.message;
    }
    EXPECT_EQ(open_descriptors(), open_before);
    return message;
  }
  // Writes a run that a checkpoint refers to.
  KeyRun::Reference make_run(std::uint64_t count) {
    KeyFolder first(folder.path());
    const KeyRun run = written(first, sorted_keys(count));
    first.prepare_checkpoint({run.reference().number});
    return run.reference();
  }
  std::string file() { return folder.path() + "/run-1.keys"; }

  TestFolder folder;
};

TEST_F(NamedKeyRun, IsTheSameInAnotherProcess) {
  const KeyRun::Reference reference = make_run(1000);
  const KeyRun again = reopened(reference);
  EXPECT_EQ(again.reference(), reference);
  EXPECT_EQ(keys_in(again), sorted_keys(1000));
  for (const TraceKey& key : sorted_keys(1000)) EXPECT_TRUE(again.contains(key));
}

TEST_F(NamedKeyRun, IsRefusedIfItIsMissing) {
  const KeyRun::Reference reference = make_run(1000);
  std::filesystem::remove(file());
  EXPECT_NE(refusal_of(reference).find("No such file"), std::string::npos);
}

TEST_F(NamedKeyRun, IsRefusedIfItIsCutOffAnywhere) {
  const KeyRun::Reference reference = make_run(1000);
  for (const std::uint64_t size : {0u, 100u, 4096u, 8191u, 16'384u, 20'479u}) {
    SCOPED_TRACE(size);
    std::filesystem::resize_file(file(), size);
    EXPECT_NE(refusal_of(reference).find("damaged"), std::string::npos);
  }
}

TEST_F(NamedKeyRun, IsRefusedIfItIsTooLong) {
  const KeyRun::Reference reference = make_run(1000);
  std::filesystem::resize_file(file(), 24'576);
  EXPECT_NE(refusal_of(reference).find("its size does not fit"), std::string::npos);
}

// The number of keys is so large that its size in bytes overflows 64 bits.
TEST_F(NamedKeyRun, IsRefusedIfItsNumberOfKeysIsAbsurd) {
  KeyRun::Reference reference = make_run(1000);
  KeyHeader header{.magic = KeyHeader::right_magic, .count = ~std::uint64_t{0}};
  header.checksum = header.right_checksum();
  write_whole(file(), std::string(reinterpret_cast<const char*>(&header), sizeof header));
  reference = {1, header.count, header.contents};
  EXPECT_NE(refusal_of(reference).find("its size does not fit"), std::string::npos);
}

// Changes one byte of each kind of field, and some bytes in the middle of keys.
TEST_F(NamedKeyRun, IsRefusedIfAByteHasChanged) {
  const KeyRun::Reference reference = make_run(1000);
  for (const std::uint64_t at : {0u, 16u, 24u, 32u, 4096u, 4104u, 4112u, 5000u, 8191u, 20'000u}) {
    SCOPED_TRACE(at);
    change_byte(file(), at);
    EXPECT_NE(refusal_of(reference).find("damaged"), std::string::npos);
    change_byte(file(), at);
  }
  EXPECT_EQ(reopened(reference).size(), 1000u);  // the original contents again
}

// Each page is intact but in the wrong place.
TEST_F(NamedKeyRun, IsRefusedIfPagesChangedPlaces) {
  const KeyRun::Reference reference = make_run(1000);
  std::string bytes = read_whole(file());
  const std::string second = bytes.substr(8192, 4096);
  bytes.replace(8192, 4096, bytes, 4096, 4096);
  bytes.replace(4096, 4096, second);
  write_whole(file(), bytes);
  EXPECT_NE(refusal_of(reference).find("page 1"), std::string::npos);
}

TEST_F(NamedKeyRun, IsRefusedIfAnotherOneHasItsName) {
  const KeyRun::Reference reference = make_run(1000);
  TestFolder elsewhere;
  KeyFolder other(elsewhere.path());
  const KeyRun run = written(other, sorted_keys(999));
  write_whole(file(), read_whole(elsewhere.path() + "/run-1.keys"));
  EXPECT_NE(refusal_of(reference).find("not the file"), std::string::npos);
}

// Later damage is detected when the page is read, and leaks no file descriptor.
TEST_F(NamedKeyRun, IsNoticedIfItBecomesUnreadable) {
  const std::size_t open_before = open_descriptors();
  {
    const KeyRun run = reopened(make_run(1000));
    std::filesystem::resize_file(file(), 8192);
    const std::vector<TraceKey> keys = sorted_keys(1000);
    EXPECT_TRUE(run.contains(keys.front()));
    EXPECT_THROW((void)run.contains(keys.back()), UserError);
    EXPECT_THROW((void)keys_in(run), UserError);
  }
  EXPECT_EQ(open_descriptors(), open_before);
}

// --- Tiers --------------------------------------------------------------------------------------

// 256 additions result in five tiers: each key is written once per tier, not once per addition.
TEST(KeyTiers, WriteEachKeyOncePerTier) {
  constexpr std::uint64_t unit = 2550;  // ten full pages
  KeyFolder temporary;
  KeyTiers tiers(temporary, unit);
  std::size_t most_runs = 0;
  for (std::uint64_t i = 0; i < 256; ++i) {
    tiers.add(sorted_keys(unit, i * unit));
    most_runs = std::max(most_runs, tiers.runs().size());
  }
  EXPECT_EQ(tiers.size(), 256 * unit);
  EXPECT_EQ(tiers.runs().size(), 1u);
  EXPECT_LE(most_runs, 15u);  // three in each tier
  const std::uint64_t data = tiers.size() * sizeof(TraceKey);
  EXPECT_GT(tiers.bytes_written(), 4 * data);
  EXPECT_LT(tiers.bytes_written(), 6 * data);  // five tiers, and less than a fifth for headers
  for (std::uint64_t i = 1; i <= tiers.size(); i += 777) ASSERT_TRUE(tiers.contains(test_key(i)));
  for (std::uint64_t i = 1; i < 1000; ++i) ASSERT_FALSE(tiers.contains(test_key(tiers.size() + i)));
}

TEST(KeyTiers, AreASetWhateverTheSizesOfAdditions) {
  Random random(1);
  KeyFolder temporary;
  KeyTiers tiers(temporary, 100);
  std::uint64_t all = 0;
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t count = 1 + random.below(1000);
    tiers.add(sorted_keys(count, all));
    all += count;
  }
  EXPECT_EQ(tiers.size(), all);
  std::vector<TraceKey> keys;
  tiers.for_each([&](const TraceKey& key) { keys.push_back(key); });
  std::ranges::sort(keys);
  EXPECT_EQ(keys, sorted_keys(all));
  for (std::uint64_t i = 1; i <= all; i += 13) ASSERT_TRUE(tiers.contains(test_key(i)));
  EXPECT_LT(tiers.runs().size(), 20u);
}

TEST(KeyTiers, LeakNoDescriptorIfARunCannotBeMerged) {
  TestFolder path;
  const std::size_t open_before = open_descriptors();
  {
    KeyFolder folder(path.path());
    KeyTiers tiers(folder, 1000);
    for (std::uint64_t i = 0; i < 3; ++i) tiers.add(sorted_keys(1000, 1000 * i));
    const std::size_t open_with_three = open_descriptors();
    std::filesystem::resize_file(path.path() + "/run-1.keys", 4096);
    tiers.add(sorted_keys(1000, 3000));  // the fourth run triggers a merge of all
    EXPECT_EQ(tiers.runs().size(), 4u);
    EXPECT_EQ(open_descriptors(), open_with_three + 1);
    EXPECT_THROW((void)tiers.contains(sorted_keys(1000).back()), UserError);
  }
  EXPECT_EQ(open_descriptors(), open_before);
}

}  // namespace
}  // namespace mazurka
