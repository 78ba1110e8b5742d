// Measures the cost of the set of known traces apart from the exploration, for random keys: CPU
// time and memory per key, bytes written, and the time of a checkpoint and of a resume.
#include "explore/frontier/known_traces.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <fmt/format.h>

#include "core/hash.h"
#include "explore/checkpoint_io.h"
#include "measure/table.h"

namespace mazurka::bench {
namespace {

constexpr std::array<std::uint64_t, 4> sizes = {1'000'000, 10'000'000, 30'000'000, 100'000'000};
constexpr std::uint64_t questions = 1'000'000;
constexpr std::uint64_t checkpoints = 10;  // while the keys are inserted

using Clock = std::chrono::steady_clock;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

TraceKey random_key(std::uint64_t number) { return {mix(1, number), mix(2, number)}; }

// Returns the resident memory of the process in bytes.
std::uint64_t resident_memory() {
  std::ifstream statistics("/proc/self/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  statistics >> all >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

struct Checkpoint {
  std::vector<std::uint64_t> words;
  double seconds = 0;      // until everything is on disk
  double cpu_seconds = 0;  // CPU time of `seconds`
};

// Leaves out the text of the checkpoint, whose size does not depend on the number of traces.
Checkpoint save(const KnownTraces& known, KeyFolder& folder, const Registry& registry) {
  Checkpoint result;
  const Clock::time_point begin = Clock::now();
  const double cpu_begin = cpu_seconds();
  CheckpointWriter writer(registry);
  known.save(writer);
  result.words = writer.take();
  folder.checkpoint_in_place();
  result.seconds = seconds_since(begin);
  result.cpu_seconds = cpu_seconds() - cpu_begin;
  return result;
}

double nanoseconds_per_question(KnownTraces& known, std::uint64_t first, std::uint64_t step,
                                bool is_known) {
  const double begin = cpu_seconds();
  std::uint64_t found = 0;
  for (std::uint64_t i = 0; i < questions; ++i)
    found += known.contains(random_key(first + i * step)) ? 1u : 0u;
  const double seconds = cpu_seconds() - begin;
  if (found != (is_known ? questions : 0)) std::abort();
  return 1e9 * seconds / static_cast<double>(questions);
}

std::vector<std::string> measure_row(std::uint64_t keys, const std::string& path) {
  Registry registry;
  const std::uint64_t memory_before = resident_memory();
  Checkpoint last;
  double longest = 0;
  double longest_cpu = 0;
  std::vector<std::string> cells = {with_commas(keys)};
  {
    const auto folder = std::make_shared<KeyFolder>(path);
    KnownTraces known(KnownTraces::usual_limit, folder);
    const double begin = cpu_seconds();
    for (std::uint64_t i = 1; i <= keys; ++i) {
      (void)known.insert(random_key(i));
      if (i % (keys / checkpoints) != 0) continue;
      last = save(known, *folder, registry);
      longest = std::max(longest, last.seconds);
      longest_cpu = std::max(longest_cpu, last.cpu_seconds);
    }
    const double inserting = cpu_seconds() - begin;
    const double data = static_cast<double>(keys) * sizeof(TraceKey);
    const double memory = static_cast<double>(resident_memory() - memory_before);
    cells.push_back(fmt::format("{:.0f} ns", 1e9 * inserting / static_cast<double>(keys)));
    cells.push_back(fmt::format("{:.2f}", static_cast<double>(known.bytes_written()) / data));
    cells.push_back(fmt::format("{:.0f} MB", memory / 1e6));
    cells.push_back(
        fmt::format("{:.0f} ns", nanoseconds_per_question(known, 1, keys / questions, true)));
    cells.push_back(fmt::format("{:.0f} ns", nanoseconds_per_question(known, keys + 1, 1, false)));
    cells.push_back(fmt::format("{:.2f} s", longest));
    cells.push_back(fmt::format("{:.2f} s", longest_cpu));
  }
  {
    const Clock::time_point begin = Clock::now();
    KnownTraces again(KnownTraces::usual_limit, std::make_shared<KeyFolder>(path, path));
    const RestoredNames names;
    CheckpointReader reader(registry, names, last.words);
    again.load(reader);
    if (again.size() != keys) std::abort();
    cells.push_back(fmt::format("{:.2f} s", seconds_since(begin)));
  }
  return cells;
}

int run(const TableOptions& options) {
  const Table table("The set of known traces, random keys of 16 bytes",
                    {{"keys", 12},
                     {"insert", 9},
                     {"written/data", 13},
                     {"memory", 9},
                     {"known key", 10},
                     {"new key", 9},
                     {"checkpoint", 11},
                     {"of it CPU", 10},
                     {"resume", 9}},
                    options.markdown);
  table.print_head();
  const std::string path = (std::filesystem::temp_directory_path() /
                            fmt::format("mazurka-known-traces-{}.keys", getpid()))
                               .string();
  for (const std::uint64_t keys : sizes) {
    if (!is_wanted(options, with_commas(keys))) continue;
    table.print_row(measure_row(keys, path));
    std::filesystem::remove_all(path);
  }
  return 0;
}

}  // namespace
}  // namespace mazurka::bench

int main(int argc, char** argv) {
  using namespace mazurka::bench;
  return run(parse_options(argc, argv, "What the set of known traces costs"));
}
