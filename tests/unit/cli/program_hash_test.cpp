#include "cli/program_hash.h"

#include <gtest/gtest.h>

namespace mazurka::cli {
namespace {

std::string hash(std::string_view source, const std::vector<std::string>& defines = {}) {
  return program_hash(source, defines);
}

// The published test vectors of 128-bit FNV-1a.
TEST(ProgramHash, IsFnv1a) {
  EXPECT_EQ(hash(""), "6c62272e07bb014262b821756295c58d");
  EXPECT_EQ(hash("a"), "d228cb696f1a8caf78912b704e4a8964");
  EXPECT_EQ(hash("foobar"), "343e1662793c64bf6f0d3597ba446f18");
}

TEST(ProgramHash, DependsOnSourceAndDefines) {
  EXPECT_NE(hash("x", {"N=1"}), hash("x", {"N=2"}));
  EXPECT_NE(hash("x", {"N=1"}), hash("x"));
  EXPECT_NE(hash("x", {"ab", "c"}), hash("x", {"a", "bc"}));
}

}  // namespace
}  // namespace mazurka::cli
