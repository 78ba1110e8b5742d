#include "program/forwarding_program.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "program/model/model.h"

namespace mazurka {
namespace {

std::string text_of_header(const std::string& name) {
  std::ifstream file(std::filesystem::path(MAZURKA_TEST_ROOT) / "src" / name);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::set<std::string> names_in(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::set<std::string> result;
  for (std::sregex_iterator i(text.begin(), text.end(), expression), end; i != end; ++i)
    result.insert((*i)[1]);
  return result;
}

// A default implementation in Program would compile but be wrong in ForwardingProgram. This test
// fails if a function is added to Program and is not forwarded.
TEST(ForwardingProgram, ForwardsAllThatAProgramCan) {
  const std::string virtual_function = R"(virtual [^(~]*?(\w+)\()";
  std::set<std::string> all = names_in(text_of_header("program/program.h"), virtual_function);
  ASSERT_TRUE(all.contains("step") && all.contains("learning"));
  EXPECT_EQ(all.erase("replay"), 1u);
  EXPECT_EQ(all.erase("value_of"), 1u);  // of a Valuation
  EXPECT_EQ(names_in(text_of_header("program/forwarding_program.h"), R"(program_\.(\w+)\()"), all);
}

class CountingSteps final : public ForwardingProgram {
 public:
  using ForwardingProgram::ForwardingProgram;

  int steps = 0;
  const Event* step(Choice choice) override {
    ++steps;
    return ForwardingProgram::step(choice);
  }
};

TEST(ForwardingProgram, WhoeverWatchesStepsSeesThoseOfAReplay) {
  const auto model = model::load("var x; thread t { x = 1; x = 2; x = 3; }", "test.mzk");
  CountingSteps program(*model);
  std::vector<Event> events;
  program.restart();
  while (!program.enabled().empty()) events.push_back(*program.step(program.enabled()[0]));
  program.steps = 0;
  program.restart();
  EXPECT_FALSE(program.replay(events));
  EXPECT_EQ(program.steps, 3);
}

}  // namespace
}  // namespace mazurka
