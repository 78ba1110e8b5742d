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

Checkpoint some_checkpoint() {
  const auto program = model::load(model_source, "m.mzk");
  const auto algorithm = make_algorithm_for(*program, AlgorithmName::event, {});
  Checkpoint result;
  ExploreOptions options;
  options.max_executions = 3;
  options.count_traces = true;
  options.save = [&](const Checkpoint& checkpoint) { result = checkpoint; };
  (void)explore(*program, *algorithm, options);
  result.origin = {{"program", "abc"}, {"arguments", "with spaces"}, {"run", ""}};
  return result;
}

TEST(Checkpoint, SurvivesBeingWrittenAndRead) {
  Checkpoint checkpoint = some_checkpoint();
  checkpoint.seconds = 1.5;
  checkpoint.identities = {"cell 1000 4", "handler 20 1 the ui"};
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
    restore_ids(*program, bad);
    ExploreOptions options;
    options.resume = &bad;
    try {
      (void)explore(*program, *algorithm, options);
    } catch (const UserError&) {
    } catch (const InvariantError&) {  // detected late
    }
  }
  Checkpoint other = good;
  other.objects += 1;
  const auto program = model::load(model_source, "m.mzk");
  EXPECT_THROW(restore_ids(*program, other), UserError);
}

}  // namespace
}  // namespace mazurka
