#include "program/native/schedule/exits.h"

#include <cstdlib>
#include <unistd.h>

#include <gtest/gtest.h>

#include "native/unit/unit.h"

namespace mazurka::native {
namespace {

using Notes = std::vector<std::string>;

void note_first() { note("first"); }
void note_second() { note("second"); }
void note_quick() { note("quick"); }

void register_all() {
  std::atexit(note_first);
  std::atexit(note_second);
  std::at_quick_exit(note_quick);
}

// program.c registers no exit handlers, but libstdc++, which the checker uses, has registered some.
TEST(Exits, OfLibrariesAreNotThoseOfTheProgram) {
  EXPECT_TRUE(exits_at_start().handlers.empty());
  EXPECT_TRUE(exits_at_start().quick.empty());
}

TEST(Exits, AreAsAtTheStartInEachExecutionButForWhatIsKnown) {
  Exits exits;
  exits.handlers.resize(3);
  exits.quick.resize(2);
  exits.process_has_ended = exits.wait_for_all_tasks = exits.is_after_all_tasks = true;
  exits.at_once = true;
  exits.begin_execution();
  EXPECT_TRUE(exits.handlers.empty());
  EXPECT_TRUE(exits.quick.empty());
  EXPECT_FALSE(exits.process_has_ended);
  EXPECT_FALSE(exits.wait_for_all_tasks);
  EXPECT_FALSE(exits.is_after_all_tasks);
  EXPECT_EQ(exits.begun_by, nullptr);
  EXPECT_TRUE(exits.at_once);  // a discovery, which is kept
}

TEST(Exits, AreEmptyIfThereIsNeitherAHandlerNorALastFunction) {
  Exits exits;
  exits.has_run_last = true;
  EXPECT_TRUE(exits.is_empty());
  exits.has_run_last = false;
  EXPECT_FALSE(exits.is_empty());
  exits.has_run_last = true;
  exits.handlers.resize(1);
  EXPECT_FALSE(exits.is_empty());
}

// Runs twice, because handlers registered in one execution must not remain for the next.
TEST(Exits, HandlersRunInReverseOrderWhenMainReturns) {
  for (int i = 0; i < 2; ++i) {
    Runtime& program = run_as_main(register_all);
    EXPECT_EQ(notes(), (Notes{"second", "first"}));
    EXPECT_EQ(program.ending().kind, EndingKind::complete);
    EXPECT_FALSE(program.ending().process_has_ended);
  }
}

TEST(Exits, ExitRunsThemAndEndsTheProcess) {
  Runtime& program = run_as_main([] {
    register_all();
    std::exit(0);
  });
  EXPECT_EQ(notes(), (Notes{"second", "first"}));
  EXPECT_TRUE(program.ending().process_has_ended);
}

TEST(Exits, QuickExitRunsItsOwnOnly) {
  run_as_main([] {
    register_all();
    std::quick_exit(0);
  });
  EXPECT_EQ(notes(), Notes{"quick"});
}

TEST(Exits, AnImmediateExitRunsNone) {
  Runtime& program = run_as_main([] {
    register_all();
    _exit(0);
  });
  EXPECT_EQ(notes(), Notes{});
  EXPECT_TRUE(program.ending().process_has_ended);
}

TEST(Exits, AHandlerMayRegisterAnotherWhichRunsNext) {
  run_as_main([] {
    std::atexit(note_first);
    std::atexit([] {
      note("registers");
      std::atexit(note_second);
    });
  });
  EXPECT_EQ(notes(), (Notes{"registers", "second", "first"}));
}

}  // namespace
}  // namespace mazurka::native
