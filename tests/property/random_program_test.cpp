#include "property/random_program.h"

#include <array>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "core/user_error.h"
#include "program/model/model.h"
#include "property/event_bound.h"
#include "property/traverse.h"
#include "property/validity.h"

namespace mazurka::property {
namespace {

constexpr std::uint64_t seeds = 200;

const Shape& shape_to_try(std::string_view name) {
  for (const NamedShape& candidate : shapes()) {
    if (candidate.name == name) return candidate.shape;
  }
  throw std::logic_error("no such shape");
}

// Calls check(program, shape) for all shapes and some seeds.
template <typename Check>
void for_each_program(const Check& check) {
  for (const NamedShape& named : shapes()) {
    SCOPED_TRACE(named.name);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      SCOPED_TRACE(seed);
      check(random_program(seed, named.shape), named.shape);
      if (testing::Test::HasFailure()) return;
    }
  }
}

int count(const RandomProgram& program, StatementKind kind) {
  int found = 0;
  for (const Task& task : program.tasks) {
    for_each_statement(task.body, [&](const Statement& s) { found += s.kind == kind ? 1 : 0; });
  }
  return found;
}

bool mentions(const RandomProgram& program, std::string_view text) {
  return to_source(program).find(text) != std::string::npos;
}

TEST(RandomProgram, IsTheSameForTheSameSeedAndShape) {
  for (const NamedShape& named : shapes()) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      EXPECT_EQ(to_source(random_program(seed, named.shape)),
                to_source(random_program(seed, named.shape)));
    }
  }
}

// A program's text must not depend on the compiler or the standard library, because reports quote
// seeds. Any change to the generator or to a shape requires updating the number here.
TEST(RandomProgram, IsTheSameOnEveryPlatform) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for_each_program([&hash](const RandomProgram& program, const Shape&) {
    for (const char c : to_source(program)) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    }
  });
  EXPECT_EQ(hash, 509677116257433375u);
}

TEST(RandomProgram, IsValid) {
  for_each_program([](const RandomProgram& program, const Shape&) {
    EXPECT_EQ(why_invalid(program), "") << to_source(program);
  });
}

TEST(RandomProgram, KeepsToTheSizeOfItsShape) {
  for_each_program([](const RandomProgram& program, const Shape& shape) {
    EXPECT_GT(event_bound(program), 0);
    EXPECT_LE(event_bound(program), shape.max_events) << to_source(program);
  });
}

TEST(RandomProgram, IsAcceptedByTheModelLanguage) {
  for_each_program([](const RandomProgram& program, const Shape&) {
    const std::string source = to_source(program);
    try {
      (void)model::load(source, "random.mzk")->restart();
    } catch (const UserError& error) {
      ADD_FAILURE() << error.what() << "\n" << source;
    }
  });
}

// A kind of statement that is never generated is never tested.
TEST(RandomProgram, ShapesCoverEveryKindOfStatement) {
  std::array<int, static_cast<std::size_t>(StatementKind::give) + 1> found = {};
  for_each_program([&found](const RandomProgram& program, const Shape&) {
    for (std::size_t kind = 0; kind < found.size(); ++kind) {
      found[kind] += count(program, static_cast<StatementKind>(kind));
    }
  });
  for (std::size_t kind = 0; kind < found.size(); ++kind) EXPECT_GT(found[kind], 20) << kind;
}

TEST(RandomProgram, ShapesHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const NamedShape& named : shapes()) EXPECT_TRUE(names.insert(named.name).second);
}

TEST(RandomProgram, PrintsAsAModel) {
  RandomProgram program;
  program.variables = {{.initial = 1}, {.size = 2}};
  program.locks = 1;
  program.fifo = {true};
  const Expression x{.kind = ExpressionKind::variable};
  const Expression one{.value = 1};
  const Statement store{.kind = StatementKind::write, .operands = {x, one}};
  const Statement section{
      .kind = StatementKind::section, .names = {{Sort::lock, 0}}, .body = {store}};
  const Statement post{.kind = StatementKind::post,
                       .names = {{Sort::task, 1}, {Sort::handler, 0}},
                       .operands = {one}};
  program.tasks = {{.kind = TaskKind::thread, .body = {section, post}},
                   {.kind = TaskKind::message, .parameters = 1, .registers = 1, .body = {store}}};
  EXPECT_EQ(why_invalid(program), "");
  EXPECT_EQ(to_source(program),
            "var x0 = 1;\n"
            "var a1[2] = 0;\n"
            "lock l0;\n"
            "handler h0 fifo;\n"
            "thread t0 {\n"
            "  lock(l0);\n"
            "  x0 = 1;\n"
            "  unlock(l0);\n"
            "  post m1(1) to h0;\n"
            "}\n"
            "message m1(r0) {\n"
            "  x0 = 1;\n"
            "}\n");
}

// --- the shrinker ------------------------------------------------------------------------------

// Returns the first program of the shape for which `fails` holds.
RandomProgram first_that(const std::function<bool(const RandomProgram&)>& fails,
                         std::string_view shape) {
  for (std::uint64_t seed = 0;; ++seed) {
    RandomProgram program = random_program(seed, shape_to_try(shape));
    if (fails(program)) return program;
  }
}

TEST(Shrink, AsksOnlyAboutValidProgramsAndKeepsTheFailure) {
  for (const NamedShape& named : shapes()) {
    SCOPED_TRACE(named.name);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const RandomProgram program = random_program(seed, named.shape);
      const std::int64_t enough = (event_bound(program) + 1) / 2;
      const auto fails = [enough](const RandomProgram& candidate) {
        EXPECT_EQ(why_invalid(candidate), "") << to_source(candidate);
        EXPECT_NO_THROW((void)model::load(to_source(candidate), "candidate.mzk"))
            << to_source(candidate);
        return event_bound(candidate) >= enough;
      };
      EXPECT_GE(event_bound(shrink(program, fails)), enough);
    }
  }
}

TEST(Shrink, FindsTheStatementThatMatters) {
  const auto fails = [](const RandomProgram& program) { return mentions(program, "fetch_add"); };
  EXPECT_EQ(to_source(shrink(first_that(fails, "updates"), fails)),
            "var x0 = 0;\n"
            "thread t0 {\n"
            "  let r0 = fetch_add(x0, 0);\n"
            "}\n");
}

TEST(Shrink, KeepsWhatAMessageNeeds) {
  const auto fails = [](const RandomProgram& program) {
    for (const Task& task : program.tasks) {
      bool joins = false;
      for_each_statement(task.body,
                         [&](const Statement& s) { joins |= s.kind == StatementKind::join; });
      if (joins && task.kind == TaskKind::message) return true;
    }
    return false;
  };
  const RandomProgram small = shrink(first_that(fails, "multiset_waiting"), fails);
  ASSERT_EQ(small.tasks.size(), 3u) << to_source(small);  // poster, message, joined thread
  EXPECT_EQ(small.fifo.size(), 1u);
  EXPECT_EQ(small.variables.size(), 0u);
}

TEST(Shrink, IsDeterministic) {
  const auto fails = [](const RandomProgram& program) { return event_bound(program) > 5; };
  for (const NamedShape& named : shapes()) {
    const RandomProgram program = first_that(fails, named.name);
    EXPECT_EQ(to_source(shrink(program, fails)), to_source(shrink(program, fails)));
  }
}

TEST(Shrink, StopsWhenItsBudgetIsSpent) {
  std::size_t asked = 0;
  const auto fails = [&asked](const RandomProgram&) { return ++asked % 2 == 0; };
  (void)shrink(random_program(1, shape_to_try("mixed_everything")), fails, 7);
  EXPECT_EQ(asked, 7u);
}

}  // namespace
}  // namespace mazurka::property
