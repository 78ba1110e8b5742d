// Random models for explorations over Redis, with what one process finds.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cluster/cluster_workers.h"
#include "property/random_program.h"
#include "property/shape.h"

// Skips a test where no Redis server is installed.
#define NEEDS_REDIS() \
  if (!TestServer::is_installed()) GTEST_SKIP() << "redis-server is not installed"

namespace mazurka::cluster {

// How many models a test compares: MAZURKA_CLUSTER_PROGRAMS, or its usual number.
inline std::uint64_t number_of_models(std::uint64_t usual) {
  const char* const text = std::getenv("MAZURKA_CLUSTER_PROGRAMS");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : usual;
}

struct Model {
  std::string source;
  Alone alone;
};

// Returns random programs that have at least `fewest` traces, and fewer than `most`.
inline std::vector<Model> some_models(std::size_t count, std::size_t fewest, std::size_t most) {
  std::vector<Model> result;
  for (std::uint64_t seed = 1; seed < 5000 && result.size() < count; ++seed)
    for (const property::NamedShape& shape : property::shapes()) {
      const std::string source = to_source(property::random_program(seed, shape.shape));
      Alone alone = explored_alone(source, most);
      if (alone.traces.size() < fewest || result.size() == count) continue;
      result.push_back({source, std::move(alone)});
    }
  return result;
}

inline void expect_same(const Model& model, const std::string& url, const ClusterOptions& options) {
  const ClusterOutcome outcome = explored_over_redis(model.source, url, options);
  EXPECT_EQ(outcome.state, State::complete) << outcome.reason;
  EXPECT_EQ(totals(outcome.counts), totals(model.alone.counts)) << model.source;
  EXPECT_EQ(outcome.traces, model.alone.traces) << model.source;
}

}  // namespace mazurka::cluster
