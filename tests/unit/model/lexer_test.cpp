#include "program/model/lexer.h"

#include <gtest/gtest.h>

#include "core/user_error.h"

namespace mazurka::model {
namespace {

std::vector<TokenKind> kinds_of(std::string_view text) {
  const Source source("test.mzk", text);
  std::vector<TokenKind> result;
  for (const Token& token : tokenize(source)) result.push_back(token.kind);
  return result;
}

using enum TokenKind;

TEST(Lexer, AnEmptyTextHasOnlyItsEnd) {
  EXPECT_EQ(kinds_of(""), std::vector{end_of_file});
  EXPECT_EQ(kinds_of(" \t\r\n"), std::vector{end_of_file});
}

TEST(Lexer, CommentsGoToTheEndOfTheLine) {
  EXPECT_EQ(kinds_of("// let\n# let\nx // y"), (std::vector{name, end_of_file}));
}

TEST(Lexer, TheLongestSignWins) {
  EXPECT_EQ(kinds_of("<=<==!=!"),
            (std::vector{less_equal, less_equal, assign, not_equal, logical_not, end_of_file}));
  EXPECT_EQ(kinds_of("0..3"), (std::vector{integer, dots, integer, end_of_file}));
  EXPECT_EQ(kinds_of("=== &&||"),
            (std::vector{equal, assign, logical_and, logical_or, end_of_file}));
}

// Otherwise `lockstep` could not be a name.
TEST(Lexer, AKeywordInsideANameIsNoKeyword) {
  EXPECT_EQ(kinds_of("lock lockstep _lock if1"),
            (std::vector{kw_lock, name, name, name, end_of_file}));
}

TEST(Lexer, EveryKeywordAndSignIsSpelledAsItsKindSays) {
  for (auto kind = kw_const; kind <= remainder;
       kind = static_cast<TokenKind>(static_cast<int>(kind) + 1)) {
    SCOPED_TRACE(spelling(kind));
    EXPECT_EQ(kinds_of(spelling(kind)), (std::vector{kind, end_of_file}));
  }
}

TEST(Lexer, TheLargestIntegerIsReadExactly) {
  const Source source("test.mzk", "9223372036854775807");
  EXPECT_EQ(tokenize(source).front().value, 9223372036854775807);
}

// Columns count characters, so that editors find the location and the caret is below it.
TEST(Lexer, ErrorsShowThePlaceInCharacters) {
  const Source source("test.mzk", "x\n\tää @");
  try {
    static_cast<void>(tokenize(source));
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.where, "test.mzk:2:2");
    EXPECT_EQ(error.message, "unexpected character 'ä'");
    EXPECT_EQ(error.excerpt, "    2 | \tää @\n      | \t^");
  }
}

}  // namespace
}  // namespace mazurka::model
