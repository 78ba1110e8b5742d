#include "core/program_identity.h"

#include <gtest/gtest.h>

namespace mazurka {
namespace {

ProgramIdentity identity(std::vector<ProgramIdentity::Part> parts) {
  ProgramIdentity result;
  for (ProgramIdentity::Part& part : parts) result.add(part.name, part.value);
  return result;
}

TEST(ProgramIdentity, IsTheSameForTheSamePropertiesInAnyOrder) {
  const ProgramIdentity a = identity({{"libz.so.1", "build id 12"}, {"arguments", "-n 3"}});
  const ProgramIdentity b = identity({{"arguments", "-n 3"}, {"libz.so.1", "build id 12"}});
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.id(), b.id());
}

TEST(ProgramIdentity, NamesWhatDiffers) {
  const ProgramIdentity a = identity({{"arguments", "-n 3"}, {"libz.so.1", "build id 12"}});
  const ProgramIdentity b = identity({{"arguments", "-n 3"}, {"libz.so.1", "build id 13"}});
  const ProgramIdentity c = identity({{"arguments", "-n 3"}});
  EXPECT_EQ(a.difference_from(b), "libz.so.1 is 'build id 12', not 'build id 13'");
  EXPECT_EQ(a.difference_from(c), "libz.so.1 is 'build id 12', not nothing");
  EXPECT_EQ(c.difference_from(a), "libz.so.1 is nothing, not 'build id 12'");
  EXPECT_NE(a.id(), b.id());
  EXPECT_NE(a.id(), c.id());
}

TEST(ProgramIdentity, ShowsTheBeginningsOfLongValues) {
  const ProgramIdentity a = identity({{"the model", "hash 0123456789abcdef0123456789abcdef0123"}});
  const ProgramIdentity b = identity({{"the model", "hash fedcba9876543210fedcba9876543210fedc"}});
  EXPECT_EQ(a.difference_from(b),
            "the model is 'hash 0123456789abcde…', not 'hash fedcba987654321…'");
}

TEST(ProgramIdentity, TellsANameFromAValue) {
  EXPECT_NE(identity({{"a", "b=c"}}).id(), identity({{"a=b", "c"}}).id());
  EXPECT_NE(identity({{"a", "b"}, {"c", "d"}}).id(), identity({{"a", "d"}, {"c", "b"}}).id());
}

TEST(ProgramIdentity, IsReadAsItWasWritten) {
  const ProgramIdentity a =
      identity({{"100%=all%3d", "x=y"}, {"", ""}, {"input", "4 bytes, hash 0f"}});
  const ProgramIdentity b = ProgramIdentity::of_lines(a.lines());
  EXPECT_EQ(b.parts(), a.parts());
  EXPECT_EQ(b.id(), a.id());
}

}  // namespace
}  // namespace mazurka
