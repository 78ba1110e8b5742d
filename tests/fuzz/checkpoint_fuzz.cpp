// Any text is either refused with a UserError, or is a checkpoint that survives a round trip
// through its text form and that an exploration either refuses or resumes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "core/invariant.h"
#include "core/user_error.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"

namespace {

const std::string source =
    "var x; handler h; message m() { x = x + 1; }\n"
    "thread a { post m() to h; x = 1; receive { n(v) when v == 1 => ; after => ; } }\n"
    "thread b { post m() to h; x = 2; send n(1) to a; }";

void resume(const mazurka::Checkpoint& checkpoint, mazurka::AlgorithmName name) {
  const auto program = mazurka::model::load(source, "m.mzk");
  const auto algorithm = mazurka::make_algorithm_for(*program, name, {});
  mazurka::use_facts_of(checkpoint, *program);
  mazurka::ExploreOptions options;
  options.resume = &checkpoint;
  options.max_executions = 100;
  (void)mazurka::explore(*program, *algorithm, options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// The first byte picks the algorithm. The checksum is computed here, because a
// fuzzer would never guess it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string text(data + 1, data + size);
  mazurka::add_checksum(text);
  using mazurka::AlgorithmName;
  constexpr AlgorithmName names[] = {AlgorithmName::event, AlgorithmName::optimal,
                                     AlgorithmName::source, AlgorithmName::naive};
  try {
    const mazurka::Checkpoint checkpoint = mazurka::parse_checkpoint(text, "fuzz");
    if (mazurka::parse_checkpoint(mazurka::to_text(checkpoint), "again") != checkpoint)
      std::abort();
    resume(checkpoint, names[data[0] % 4]);
  } catch (const mazurka::UserError&) {
  } catch (const mazurka::InvariantError&) {  // meaningless numbers that are detected late
  }
  return 0;
}
