// Keys of traces are compared between processes, and live on in checkpoints.
//
// If a test of this file fails, keys mean something else than before: raise `names_version`
// (core/stable_name.h), and then write the new sums here. (Only if one of these programs was
// changed, its keys change for that reason.)
#include <fstream>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/trace_key.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"
#include "program/recorded/recorded.h"

namespace mazurka {
namespace {

std::string contents_of(const std::string& file) {
  std::ifstream stream(std::string(MAZURKA_TEST_ROOT) + "/" + file);
  std::stringstream result;
  result << stream.rdbuf();
  return result.str();
}

// Returns the sum of the keys of all traces, in hexadecimal digits.
std::string sum_of_keys(Program& program) {
  TraceKey sum;
  ExploreOptions options;
  options.keep_going = true;
  options.on_execution = [&](const Execution& execution, const Ending&) {
    sum += key_of(execution);
  };
  const auto algorithm = make_algorithm_for(program, AlgorithmName::event, {});
  (void)explore(program, *algorithm, options);
  return fmt::format("{:016x}{:016x}", sum.high, sum.low);
}

struct KeysOfModel {
  const char* model;
  const char* sum;
};

class KeysOfThisVersion : public testing::TestWithParam<KeysOfModel> {};

TEST_P(KeysOfThisVersion, AreThoseOfEarlierBuilds) {
  ASSERT_EQ(names_version, 2);
  const std::string file = std::string("tests/litmus/models/") + GetParam().model + ".mzk";
  const auto program = model::load(contents_of(file), file);
  EXPECT_EQ(sum_of_keys(*program), GetParam().sum) << "see the top of this file";
}

// One for each kind of object, and for each kind of dependency between events.
INSTANTIATE_TEST_SUITE_P(
    Litmus, KeysOfThisVersion,
    testing::Values(KeysOfModel{"condition_variable", "8b14d8ac0197e2072e7447aa3adbc736"},
                    KeysOfModel{"broadcast_two_waiters", "b92c77f20935a3e4b5c144598862bd7b"},
                    KeysOfModel{"barrier", "a325518020be42b9a19dbce5eedef4ac"},
                    KeysOfModel{"choose_three", "ef328fe84d9b8422886347ffac24cee8"},
                    KeysOfModel{"cancel_timer", "714e93897f9017a1ba9e62bf3650d1f4"},
                    KeysOfModel{"fifo_two_posters", "94f3391561266c94ab1bd65f2d185471"},
                    KeysOfModel{"message_parameter", "9aa847f8a247826adcee487077d64a8e"},
                    KeysOfModel{"messages_after_later_match", "ed0879cfa3827b10f0b3267de4cc8d15"},
                    KeysOfModel{"messages_selective", "3dbcbe6baeb356a83f474b89904e3b95"},
                    KeysOfModel{"messages_spawned", "05a1c56508650398125a67f0852d97e1"},
                    KeysOfModel{"await_both", "8da882bd4506182d9bc19a72522b7c9b"}),
    [](const auto& tested) { return std::string(tested.param.model); });

TEST(KeysOfThisVersion, OfARecordedTraceAreThoseOfEarlierBuilds) {
  const auto program =
      recorded::load({"trace.txt",
                      "1 LOOP tid:1\n2 POST src:2 msg:7 dest:1\n3 POST src:2 msg:8 dest:1\n"
                      "4 CALL tid:1 msg:7\n5 LOCK tid:1 lock-obj:5\n"
                      "6 WRITE tid:1 obj:1 class:c field:text\n7 UNLOCK tid:1 lock-obj:5\n"
                      "8 FORK par-tid:1 child-tid:9\n9 RET tid:1 msg:7\n10 THREADINIT tid:9\n"
                      "11 LOCK tid:9 lock-obj:5\n12 READ tid:9 obj:1 class:c field:text\n"
                      "13 UNLOCK tid:9 lock-obj:5\n14 WRITE tid:9 obj:1 class:c field:sent\n"
                      "15 CALL tid:1 msg:8\n16 WRITE tid:1 obj:1 class:c field:text\n"
                      "17 READ tid:1 obj:1 class:c field:sent\n18 RET tid:1 msg:8\n"},
                     {"dependence.txt", ""});
  EXPECT_EQ(sum_of_keys(*program), "a70d855d1784accad63d7fe8249c9bcb")
      << "see the top of this file";
}

}  // namespace
}  // namespace mazurka
