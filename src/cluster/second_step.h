// The second step of a commit, which reports runs as done (hub.h). It is stored as a whole before
// it begins, so that somebody else can repeat it if the hub dies in the middle.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/exploration.h"
#include "explore/frontier/commit.h"

namespace mazurka::cluster {

struct SecondStep {
  struct OfShard {
    std::string keys;    // of traces, 16 bytes each
    std::string counts;  // see scripts.h
  };
  std::uint64_t number = 0;                 // of the commit
  std::map<std::uint32_t, OfShard> shards;  // of all shards, if there are runs at all
};

[[nodiscard]] SecondStep make_second_step(std::uint64_t number, std::span<const DoneRun> done,
                                          const Exploration& exploration);
[[nodiscard]] std::string to_bytes(const SecondStep& step);
// Parses the bytes; none are a step without runs. Throws std::runtime_error if they are damaged.
[[nodiscard]] SecondStep parse_second_step(std::string_view bytes);
// Returns the calls of the script done() that carry the step out.
[[nodiscard]] std::vector<Call> calls_for(const SecondStep& step, const Exploration& exploration,
                                          const std::string& hub, bool is_repeated);

// The bytes of a key in Redis.
[[nodiscard]] std::string bytes_of(const TraceKey& key);
[[nodiscard]] TraceKey key_of(std::string_view bytes);  // REQUIRES: 16 bytes

}  // namespace mazurka::cluster
