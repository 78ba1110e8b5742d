#include "report/text_width.h"

#include <gtest/gtest.h>

namespace mazurka {
namespace {

TEST(TextWidth, CountsCharactersNotBytes) {
  EXPECT_EQ(width_of(""), 0u);
  EXPECT_EQ(width_of("abc"), 3u);
  EXPECT_EQ(width_of("größe…"), 6u);
}

TEST(TextWidth, PadsUpToTheWidth) {
  EXPECT_EQ(padded("ü", 3), "ü  ");
  EXPECT_EQ(padded_left("ü", 3), "  ü");
  EXPECT_EQ(padded("abcd", 3), "abcd");
}

TEST(TextWidth, ShortensAtEitherEnd) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdef", 5), "abcd…");
  EXPECT_EQ(shortened("äöüäöü", 3), "äö…");
  EXPECT_EQ(shortened("ab", 1), "…");
  EXPECT_EQ(shortened_at_start("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened_at_start("abcdef", 4), "…def");
  EXPECT_EQ(shortened_at_start("äöüäöü", 3), "…öü");
}

TEST(TextWidth, WrapsBetweenWords) {
  EXPECT_EQ(wrapped("one two three", 8, 2), "one two\n  three");
  EXPECT_EQ(wrapped("  one two three", 9, 4), "  one two\n    three");
  EXPECT_EQ(wrapped("a verylongword b", 5, 1), "a\n verylongword\n b");
  EXPECT_EQ(wrapped("", 5, 1), "");
}

// The end of a step's text has the name and the value of the variable, which matter most.
TEST(TextWidth, TextsOfStepsKeepTheirEnd) {
  EXPECT_EQ(shortened_in_the_middle("reads total: 17", 15), "reads total: 17");
  EXPECT_EQ(shortened_in_the_middle("reads total: 17", 10), "read…l: 17");
  for (std::size_t width = 1; width < 15; ++width)
    EXPECT_EQ(width_of(shortened_in_the_middle("reads tötal: 17", width)), width) << width;
}

}  // namespace
}  // namespace mazurka
