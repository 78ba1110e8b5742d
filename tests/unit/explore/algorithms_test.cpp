#include "explore/algorithms.h"

#include <gtest/gtest.h>

#include "explore/explorer.h"
#include "program/model/model.h"

namespace mazurka {
namespace {

const char* const threads_only = "var x; thread a { x = 1; } thread b { x = 2; }";
const char* const with_handler = "var x; handler h; thread a { post m to h; } message m { x = 1; }";

TEST(Algorithms, AreFoundByTheirNames) {
  ASSERT_FALSE(algorithm_names().empty());
  for (const std::string_view name : algorithm_names()) {
    const auto found = algorithm_named(name);
    ASSERT_TRUE(found.has_value()) << name;
    EXPECT_EQ(name_of(*found), name);
    EXPECT_EQ(make_algorithm(*found, {})->facts().name, name);
  }
  EXPECT_FALSE(algorithm_named("none").has_value());
}

// Without handlers, Event-DPOR has nothing to add to Optimal-DPOR.
TEST(Algorithms, EventIsOptimalForProgramsWithoutHandlers) {
  const auto threads = model::load(threads_only, "m.mzk");
  EXPECT_EQ(fit_for(*threads, AlgorithmName::event), AlgorithmName::optimal);
  EXPECT_EQ(fit_for(*threads, AlgorithmName::source), AlgorithmName::source);
  const auto handlers = model::load(with_handler, "m.mzk");
  EXPECT_EQ(fit_for(*handlers, AlgorithmName::event), AlgorithmName::event);
}

TEST(Algorithms, TheSummaryNamesWhatWasRun) {
  for (const auto& [source, name] :
       {std::pair(threads_only, "optimal"), std::pair(with_handler, "event")}) {
    const auto program = model::load(source, "m.mzk");
    const auto algorithm = make_algorithm_for(*program, AlgorithmName::event, {});
    EXPECT_EQ(explore(*program, *algorithm, {}).algorithm, name);
  }
}

// Brute force can count the traces of both relations.
TEST(Algorithms, NaiveTakesHandlersForLocksIfAsked) {
  const auto relation = [](bool as_locks) {
    return make_algorithm(AlgorithmName::naive, {.naive = {.handlers_as_locks = as_locks}})
        ->facts()
        .relation;
  };
  EXPECT_EQ(relation(false), Relation::events);
  EXPECT_EQ(relation(true), Relation::handlers_as_locks);
}

// An algorithm offers an interface for an optional capability only if it has that capability.
TEST(Algorithms, OfferWhatTheyCanDo) {
  EXPECT_EQ(make_algorithm(AlgorithmName::em, {})->resumable(), nullptr);
  EXPECT_EQ(make_random({.executions = 1})->estimable(), nullptr);
  for (const AlgorithmName name : {AlgorithmName::naive, AlgorithmName::dpor, AlgorithmName::source,
                                   AlgorithmName::optimal, AlgorithmName::event}) {
    const auto algorithm = make_algorithm(name, {});
    EXPECT_NE(algorithm->resumable(), nullptr) << name_of(name);
    EXPECT_NE(algorithm->estimable(), nullptr) << name_of(name);
    EXPECT_EQ(algorithm->predicting() != nullptr, name == AlgorithmName::event) << name_of(name);
  }
}

}  // namespace
}  // namespace mazurka
