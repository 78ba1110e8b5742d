#include "cli/native_build/compiler_arguments.h"

#include <gtest/gtest.h>

namespace mazurka::cli {
namespace {

using Words = std::vector<std::string>;
using Role = CompilerArgument::Role;

// Returns "role:words" for each argument.
Words parsed_arguments(const Words& words) {
  static const char* const names[] = {"source",       "input",        "output",  "stage",
                                      "dependencies", "optimisation", "linking", "other"};
  Words result;
  for (const CompilerArgument& argument : parse_compiler_arguments(words)) {
    std::string text = names[static_cast<std::size_t>(argument.role)];
    for (const std::string& word : argument.words) text += " " + word;
    if (!argument.language.empty()) text += " as " + argument.language;
    result.push_back(text);
  }
  return result;
}

TEST(CompilerArguments, KnowWhatEachIsFor) {
  EXPECT_EQ(parsed_arguments({"-c", "a.cpp", "-o", "a.o", "-O2", "-Wall", "-MMD", "-MF", "a.d"}),
            (Words{"stage -c", "source a.cpp", "output -o a.o", "optimisation -O2", "other -Wall",
                   "dependencies -MMD", "dependencies -MF a.d"}));
  EXPECT_EQ(
      parsed_arguments({"a.o", "lib/x.a", "y.so.1", "-Lz", "-lz", "-Wl,-rpath,z", "-oprogram"}),
      (Words{"input a.o", "input lib/x.a", "input y.so.1", "linking -Lz", "linking -lz",
             "linking -Wl,-rpath,z", "output -o program"}));
}

// A word that looks like a file or like an option can be the value of the option before it.
TEST(CompilerArguments, TakeTheNextWordAsAValueWhereTheCompilerDoes) {
  EXPECT_EQ(
      parsed_arguments({"-include", "a.h", "-D", "X", "-Xlinker", "-O2", "-MT", "b.cpp", "-isystem",
                        "c.c", "-mllvm", "-c", "--param", "x=1"}),
      (Words{"other -include a.h", "other -D X", "linking -Xlinker -O2", "dependencies -MT b.cpp",
             "other -isystem c.c", "other -mllvm -c", "other --param x=1"}));
}

TEST(CompilerArguments, FollowTheLanguageThatIsSaid) {
  EXPECT_EQ(parsed_arguments({"-x", "c++", "-", "a.inc", "-xnone", "b.o"}),
            (Words{"source - as c++", "source a.inc as c++", "input b.o"}));
}

TEST(CompilerArguments, ComeFromResponseFilesWithTheirQuotes) {
  EXPECT_EQ(words_of_response_file("a.o  'b c.o'\n\"d\\\"e\" f\\ g\t\"\"\n"),
            (Words{"a.o", "b c.o", "d\"e", "f g", ""}));
  EXPECT_EQ(words_of_response_file(""), Words{});
}

TEST(DependencyFile, NamesTheFilesBehindTheColon) {
  EXPECT_EQ(files_of_dependency_file("x.o: a.cpp b.h \\\n c\\ d.h\n"),
            (Words{"a.cpp", "b.h", "c d.h"}));
  EXPECT_EQ(files_of_dependency_file("x.o: a.cpp"), Words{"a.cpp"});
  EXPECT_EQ(files_of_dependency_file("nothing"), Words{});
}

}  // namespace
}  // namespace mazurka::cli
