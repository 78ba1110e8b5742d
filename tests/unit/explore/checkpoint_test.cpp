#include "explore/checkpoint.h"

#include <gtest/gtest.h>

#include "core/invariant.h"
#include "core/user_error.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"

namespace mazurka {
namespace {

const std::string model_source =
    "var x; handler h; thread a { post m() to h; x = 1; } thread b { post m() to h; x = 2; }\n"
    "message m() { x = x + 1; }";

Checkpoint some_checkpoint(AlgorithmName name = AlgorithmName::event) {
  const auto program = model::load(model_source, "m.mzk");
  const auto algorithm = make_algorithm_for(*program, name, {});
  Checkpoint result;
  ExploreOptions options;
  options.max_executions = 3;
  options.count_traces = true;
  options.save = [&](const Checkpoint& checkpoint) { result = checkpoint; };
  (void)explore(*program, *algorithm, options);
  result.origin = {{"--algorithm", "event"}, {"arguments", "with spaces"}, {"run", ""}};
  return result;
}

TEST(Checkpoint, SurvivesBeingWrittenAndRead) {
  Checkpoint checkpoint = some_checkpoint();
  checkpoint.seconds = 1.5;
  checkpoint.program.add("the model", "abc = d");
  checkpoint.facts = {"cell program+1000 4", "handler program+20 1 the ui"};
  checkpoint.names.messages = {"message 0 3", "filter 1"};
  EXPECT_FALSE(checkpoint.algorithm.empty());
  EXPECT_EQ(checkpoint.traces.size(), 3u);
  EXPECT_EQ(parse_checkpoint(to_text(checkpoint), "c"), checkpoint);
}

// A damaged file is always refused and never read as a different checkpoint.
TEST(Checkpoint, IsRefusedIfAnyByteIsChangedOrMissing) {
  const std::string text = to_text(some_checkpoint());
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string damaged = text;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_THROW((void)parse_checkpoint(damaged, "c"), UserError) << i;
    EXPECT_THROW((void)parse_checkpoint(text.substr(0, i), "c"), UserError) << i;
  }
}

// If the checksum is right but the rest is wrong, the program or the algorithm refuses the
// checkpoint.
TEST(Checkpoint, IsRefusedIfItsNumbersMeanNothing) {
  const Checkpoint good = some_checkpoint();
  for (std::size_t i = 0; i < good.algorithm.size(); ++i) {
    Checkpoint bad = good;
    bad.algorithm[i] = 1u << 30;
    const auto program = model::load(model_source, "m.mzk");
    const auto algorithm = make_algorithm_for(*program, AlgorithmName::event, {});
    ExploreOptions options;
    options.resume = &bad;
    try {
      (void)explore(*program, *algorithm, options);
    } catch (const UserError&) {
    } catch (const InvariantError&) {  // detected late
    }
  }
}

// Tries to resume, and returns the message of the error.
std::string refusal_of(const Checkpoint& checkpoint, AlgorithmName name = AlgorithmName::event) {
  const auto program = model::load(model_source, "m.mzk");
  const auto algorithm = make_algorithm_for(*program, name, {});
  ExploreOptions options;
  options.resume = &checkpoint;
  try {
    use_facts_of(checkpoint, *program);
    (void)explore(*program, *algorithm, options);
  } catch (const UserError& error) {
    return error.message;
  }
  return "";
}

TEST(Checkpoint, IsRefusedIfTheProgramHasNoSuchHandlerOrVariable) {
  Checkpoint other = some_checkpoint(AlgorithmName::optimal);
  ASSERT_EQ(refusal_of(other, AlgorithmName::optimal), "");
  ASSERT_EQ(other.names.handlers.size(), 1u);
  ASSERT_FALSE(other.names.objects.empty());
  Checkpoint bad = other;
  bad.names.handlers[0].high += 1;
  EXPECT_EQ(refusal_of(bad, AlgorithmName::optimal),
            "the checkpoint cannot be resumed: the program has no handler with the name that is in "
            "the checkpoint");
  bad = other;
  bad.names.objects[0].high += 1;
  EXPECT_EQ(
      refusal_of(bad, AlgorithmName::optimal),
      "the checkpoint cannot be resumed: the program has no variable with the name that is in "
      "the checkpoint");
}

// A model has nothing to learn, so facts are those of another program.
TEST(Checkpoint, IsRefusedIfTheProgramCannotKnowWhatWasKnown) {
  Checkpoint other = some_checkpoint();
  other.facts = {"cell program+1000 4"};
  EXPECT_EQ(refusal_of(other),
            "the checkpoint cannot be resumed: what was learned about the program cannot be used "
            "again");
}

TEST(Checkpoint, OfAnEarlierFormatIsRefusedWithBothFormats) {
  try {
    (void)parse_checkpoint("mazurka checkpoint 4\norigin version 0.1.0\nchecksum 0\n", "c");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.message,
              "a checkpoint of format '4', which this version of mazurka does not know: it knows "
              "format 6");
    EXPECT_EQ(error.hint, "resume with the version that wrote it, or start without --resume");
  }
}

}  // namespace
}  // namespace mazurka
