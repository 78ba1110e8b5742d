// Trace keys are compared by all of their bits, are put into hash tables by a few bits of either
// half, and are assumed never to collide. So each half alone must distinguish traces, and its bits
// must look random, above all for traces that only permute identical tasks.
#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/trace_key.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"

namespace mazurka {
namespace {

struct NamedModel {
  std::string name;
  std::string source;
  std::size_t traces;
};

std::string permuted_threads(int count) {
  std::string source = "var x;";
  for (int i = 0; i < count; ++i)
    source += " thread t" + std::to_string(i) + " { x = " + std::to_string(i) + "; }";
  return source;
}

std::string permuted_messages(int count) {
  return "var x; handler h; thread t { for i in 0 .. " + std::to_string(count) +
         " { post m(i) to h; } } message m(i) { x = i; }";
}

// Returns models with n! traces each, which differ only in the order of n identical tasks.
std::vector<NamedModel> permutations() {
  std::string locks = "lock l; var x;";
  std::string posts = "var x; handler h; message m(i) { x = i; }";
  for (int i = 0; i < 6; ++i) {
    const std::string name = " thread t" + std::to_string(i);
    locks += name + " { lock(l); x = x + 1; unlock(l); }";
    posts += name + " { post m(" + std::to_string(i) + ") to h; }";
  }
  return {{"threads that write", permuted_threads(7), 5040},
          {"messages that write", permuted_messages(7), 5040},
          {"threads that lock", locks, 720},
          {"messages of different threads", posts, 720}};
}

std::vector<TraceKey> keys_of(const NamedModel& model) {
  const auto program = model::load(model.source, "test.mzk");
  const auto algorithm = make_algorithm(AlgorithmName::event, {});
  std::set<TraceKey> keys;
  ExploreOptions options;
  options.on_execution = [&](const Execution& execution, const Ending&) {
    keys.insert(key_of(execution));
  };
  (void)explore(*program, *algorithm, options);
  EXPECT_EQ(keys.size(), model.traces) << model.name;
  return {keys.begin(), keys.end()};
}

using Half = std::uint64_t TraceKey::*;
constexpr std::array<Half, 2> halves = {&TraceKey::high, &TraceKey::low};

TEST(TraceKeyBits, EachHalfAloneTellsPermutedTasksApart) {
  for (const NamedModel& model : permutations()) {
    const std::vector<TraceKey> keys = keys_of(model);
    for (const Half half : halves) {
      std::set<std::uint64_t> values;
      for (const TraceKey& key : keys) values.insert(key.*half);
      EXPECT_EQ(values.size(), model.traces) << model.name;
    }
  }
}

// Returns how far a count of successes among n fair coin tosses is from n / 2, in standard
// deviations.
double deviation(std::size_t count, std::size_t n) {
  const auto size = static_cast<double>(n);
  return std::abs(static_cast<double>(count) - size / 2) / std::sqrt(size / 4);
}

// Among a few hundred bits of random keys, a deviation of 5 has a probability of about 1 in 10,000.
TEST(TraceKeyBits, EveryBitIsSetInHalfOfTheTraces) {
  for (const NamedModel& model : permutations()) {
    const std::vector<TraceKey> keys = keys_of(model);
    for (const Half half : halves)
      for (int bit = 0; bit < 64; ++bit) {
        std::size_t set = 0;
        for (const TraceKey& key : keys) set += key.*half >> bit & 1;
        EXPECT_LT(deviation(set, keys.size()), 5) << model.name << ", bit " << bit;
      }
  }
}

// For each of the 4,096 pairs of a bit of one half and a bit of the other, the two bits
// are equal in half of the traces. With 16,384 pairs, a deviation of 6 has a
// probability of about 1 in 30,000.
TEST(TraceKeyBits, TheHalvesAreNotCorrelated) {
  for (const NamedModel& model : permutations()) {
    const std::vector<TraceKey> keys = keys_of(model);
    for (int shift = 0; shift < 64; ++shift) {
      std::array<std::size_t, 64> equal{};
      for (const TraceKey& key : keys) {
        const std::uint64_t same = ~(key.high ^ std::rotl(key.low, shift));
        for (std::size_t bit = 0; bit < 64; ++bit) equal[bit] += same >> bit & 1;
      }
      for (std::size_t bit = 0; bit < 64; ++bit)
        EXPECT_LT(deviation(equal[bit], keys.size()), 6)
            << model.name << ", bit " << bit << " and the bit " << shift << " below it";
    }
  }
}

// Returns Pearson's statistic of keys in buckets: its mean is buckets - 1, its variance twice the
// mean.
double chi_square(const std::vector<TraceKey>& keys, Half half, int shift, std::size_t buckets) {
  std::vector<std::size_t> filled(buckets);
  for (const TraceKey& key : keys) ++filled[key.*half >> shift & (buckets - 1)];
  const double expected = static_cast<double>(keys.size()) / static_cast<double>(buckets);
  double sum = 0;
  for (const std::size_t count : filled) {
    const double difference = static_cast<double>(count) - expected;
    sum += difference * difference / expected;
  }
  return sum;
}

// Hash tables use the lowest bits, sorted files the highest ones.
TEST(TraceKeyBits, BucketsOfEitherHalfAreFilledEvenly) {
  for (const NamedModel& model : permutations()) {
    const std::vector<TraceKey> keys = keys_of(model);
    for (const Half half : halves)
      for (const int bits : {4, 6}) {
        const std::size_t buckets = std::size_t{1} << bits;
        const auto mean = static_cast<double>(buckets - 1);
        const double tolerance = 5 * std::sqrt(2 * mean);
        for (const int shift : {0, 64 - bits})
          EXPECT_NEAR(chi_square(keys, half, shift, buckets), mean, tolerance)
              << model.name << ", " << bits << " bits from " << shift;
      }
  }
}

}  // namespace
}  // namespace mazurka
