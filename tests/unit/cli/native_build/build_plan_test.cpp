#include "cli/native_build/build_plan.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace mazurka::cli {
namespace {

using Words = std::vector<std::string>;

BuildTools tools(const std::string& compiler = "") {
  return {.c = compiler_for(Language::c, compiler),
          .cxx = compiler_for(Language::cxx, compiler),
          .files = {.include = "INC", .runtime = "LIB/libmazurka_native.so"},
          .temporary = "TMP"};
}

BuildPlan plan(const Words& words, const std::string& compiler = "") {
  return plan_compiler_call(words, Language::cxx, tools(compiler));
}

bool has(const Words& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

// Returns whether `sequence` occurs in `words` as consecutive words.
bool contains(const Words& words, const Words& sequence) {
  return std::search(words.begin(), words.end(), sequence.begin(), sequence.end()) != words.end();
}

TEST(Compiler, IsTheOneForTheLanguage) {
  EXPECT_EQ(compiler_for(Language::c, "").program, "gcc");
  EXPECT_EQ(compiler_for(Language::cxx, "").program, "g++");
  EXPECT_EQ(compiler_for(Language::cxx, "gcc-12").program, "g++-12");
  EXPECT_EQ(compiler_for(Language::c, "g++").program, "gcc");
  EXPECT_EQ(compiler_for(Language::cxx, "/opt/bin/clang-16").program, "/opt/bin/clang++-16");
  EXPECT_EQ(compiler_for(Language::c, "clang++-14").program, "clang-14");
  EXPECT_EQ(compiler_for(Language::c, "x86_64-linux-gnu-gcc").program, "x86_64-linux-gnu-gcc");
  EXPECT_EQ(compiler_for(Language::c, "clang").family, CompilerFamily::clang);
  EXPECT_EQ(compiler_for(Language::c, "g++-12").family, CompilerFamily::gcc);
  EXPECT_EQ(compiler_for(Language::c, "tcc").program, "tcc");
}

// CMake runs many checks of the compiler before it compiles anything.
TEST(BuildPlan, AsksTheCompilerAsItIs) {
  for (const Words& words : {Words{"--version"}, Words{"-v"}, Words{"-dumpmachine"}, Words{},
                             Words{"-print-file-name=libc.so"}, Words{"-static", "--version"}}) {
    Words expected = {"g++"};
    expected.insert(expected.end(), words.begin(), words.end());
    EXPECT_EQ(plan(words).steps, std::vector<Words>{expected});
  }
}

TEST(BuildPlan, CompilesInOneStepWithTheFlagsOfTheCompiler) {
  const BuildPlan gcc = plan({"-c", "a.cpp", "-o", "a.o", "-Wall"});
  ASSERT_EQ(gcc.steps.size(), 1u);
  EXPECT_FALSE(gcc.makes_program);
  EXPECT_EQ(gcc.steps[0][0], "g++");
  EXPECT_TRUE(contains(gcc.steps[0], {"-g", "-O0", "-c", "a.cpp", "-o", "a.o", "-Wall"}));
  for (const char* flag :
       {"-fsanitize=thread", "-fPIE", "-fno-builtin", "-fno-ipa-reference", "-U_FORTIFY_SOURCE",
        "-DMAZURKA_CHECKED=1", "-D_GLIBCXX_ASSERTIONS", "--param=tsan-distinguish-volatile=1"})
    EXPECT_TRUE(has(gcc.steps[0], flag)) << flag;
  EXPECT_TRUE(contains(gcc.steps[0], {"-isystem", "INC"}));
  EXPECT_FALSE(has(gcc.steps[0], "-no-pie"));

  const BuildPlan clang = plan({"-c", "a.cpp"}, "clang");
  EXPECT_EQ(clang.steps[0][0], "clang++");
  EXPECT_TRUE(contains(clang.steps[0], {"-mllvm", "-tsan-instrument-read-before-write=1"}));
  EXPECT_FALSE(has(clang.steps[0], "-fno-ipa-reference"));
}

TEST(BuildPlan, LinksWithTheRuntimeAndWithoutTheSanitizer) {
  const BuildPlan linking = plan({"a.o", "-o", "p", "-Lx", "-ly", "lib.a"});
  ASSERT_EQ(linking.steps.size(), 1u);
  EXPECT_TRUE(linking.makes_program);
  EXPECT_FALSE(has(linking.steps[0], "-fsanitize=thread"));
  EXPECT_TRUE(contains(linking.steps[0], {"a.o", "-o", "p", "-Lx", "-ly", "lib.a"}));
  // The runtime comes first, so that its functions take precedence over others with the same name.
  EXPECT_TRUE(contains(linking.steps[0], {"g++", "-no-pie"}));
  EXPECT_TRUE(has(linking.steps[0], "LIB/libmazurka_native.so"));
  EXPECT_TRUE(has(linking.steps[0], "-Wl,-rpath,LIB"));
  EXPECT_EQ(linking.linked, (Words{"a.o", "lib.a", "x/liby.so", "x/liby.a"}));
}

// The map says which members of an archive are part of the program. A program of sources alone has
// no parts without instrumentation, so it needs no map.
TEST(BuildPlan, AsksTheLinkerWhatItLinkedIfThatMayLackInstrumentation) {
  EXPECT_TRUE(has(plan({"a.o", "-o", "p"}).steps[0], "-Wl,-Map=TMP/map"));
  EXPECT_EQ(plan({"a.o", "-o", "p"}).map_file, "TMP/map");
  EXPECT_EQ(plan({"a.cpp", "-ly", "-o", "p"}).map_file, "TMP/map");
  EXPECT_EQ(plan({"a.cpp", "-o", "p"}).map_file, "");
}

// Compiling requires -fsanitize=thread, and linking must not have it.
TEST(BuildPlan, CompilesAndLinksInStepsOfTheirOwn) {
  const BuildPlan both = plan({"a.cpp", "-DX", "b.o", "c.c", "-lq", "-o", "p"});
  ASSERT_EQ(both.steps.size(), 3u);
  EXPECT_TRUE(both.needs_temporary);
  EXPECT_TRUE(contains(both.steps[0], {"-O0", "-DX", "-c", "a.cpp", "-o", "TMP/0.o"}));
  EXPECT_TRUE(contains(both.steps[1], {"-c", "c.c", "-o", "TMP/1.o"}));
  EXPECT_FALSE(has(both.steps[0], "-lq"));
  EXPECT_TRUE(contains(both.steps[2], {"TMP/0.o", "-DX", "b.o", "TMP/1.o", "-lq", "-o", "p"}));
  EXPECT_EQ(both.linked, Words{"b.o"});
}

TEST(BuildPlan, WritesDependenciesAsIfItWereOneStep) {
  const BuildPlan both = plan({"-MMD", "src/a.cpp", "-o", "p"});
  EXPECT_TRUE(contains(both.steps[0], {"-MMD", "-MF", "a.d", "-MT", "p"}));
  EXPECT_FALSE(has(both.steps[1], "-MMD"));
}

// A shared library finds the runtime in the program that loads it.
TEST(BuildPlan, LinksSharedLibrariesWithoutTheRuntime) {
  const BuildPlan library = plan({"-shared", "-fPIC", "a.cpp", "-o", "a.so"});
  EXPECT_FALSE(library.makes_program);
  EXPECT_FALSE(has(library.steps[0], "-fPIE"));
  EXPECT_FALSE(has(library.steps[1], "LIB/libmazurka_native.so"));
  EXPECT_FALSE(has(library.steps[1], "-no-pie"));
}

TEST(BuildPlan, LeavesOutWhatCannotWork) {
  const BuildPlan linking = plan({"a.o", "-static", "-flto=auto", "-fsanitize=address", "-pie"});
  for (const char* word : {"-static", "-flto=auto", "-fsanitize=address", "-pie"})
    EXPECT_FALSE(has(linking.steps[0], word)) << word;
  ASSERT_EQ(linking.notes.size(), 3u);
  EXPECT_TRUE(linking.notes[2].starts_with("-static is ignored: "));
  // The note is printed once, when linking, and not for every compiled file.
  const BuildPlan compiling = plan({"-c", "a.cpp", "-flto"});
  EXPECT_TRUE(compiling.notes.empty());
  EXPECT_FALSE(has(compiling.steps[0], "-flto"));
}

TEST(BuildPlan, KeepsTheLevelOfOptimisationAndSaysWhatItMeans) {
  const BuildPlan careful = plan({"-O1", "a.cpp"});
  EXPECT_TRUE(contains(careful.steps[0], {"-O0", "-O1"}));  // the last one counts
  EXPECT_TRUE(has(careful.steps[0], "-fno-tree-fre"));
  EXPECT_TRUE(careful.notes.empty());

  const BuildPlan loose = plan({"-O1", "-O2", "a.cpp"});
  EXPECT_FALSE(has(loose.steps[0], "-fno-tree-fre"));
  ASSERT_EQ(loose.notes.size(), 1u);
  EXPECT_NE(loose.notes[0].find("may merge or remove memory accesses"), std::string::npos);
  EXPECT_EQ(plan({"-O1", "a.cpp"}, "clang").notes.size(), 1u);
  EXPECT_TRUE(plan({"-O3", "-O0", "a.cpp"}).notes.empty());
}

TEST(BuildPlan, SaysThatAssertionsAreOff) {
  EXPECT_EQ(plan({"-DNDEBUG", "a.cpp"}).notes, Words{"NDEBUG is defined: assert checks nothing"});
}

TEST(BuildPlan, KeepsTheLanguageOfItsSources) {
  const BuildPlan both = plan({"-x", "c++", "-", "-o", "p"});
  EXPECT_TRUE(contains(both.steps[0], {"-x", "c++", "-c", "-", "-o", "TMP/0.o"}));
  const BuildPlan one = plan({"-E", "-x", "c++", "a.inc"});
  EXPECT_TRUE(contains(one.steps[0], {"-E", "-x", "c++", "a.inc", "-x", "none"}));
}

// Each file is compiled by the compiler of its language, with the -std= option of that language.
TEST(BuildPlan, BuildsAProgramFromSourcesOfBothLanguages) {
  const Words sources = {"a.cpp", "b.c"};
  const Words flags = {"-std=c++17", "-std=c11", "-DX", "-Iinc", "-lm"};
  const BuildPlan program = plan_program(sources, flags, "TMP/a", tools());
  ASSERT_EQ(program.steps.size(), 3u);
  EXPECT_EQ(program.steps[0][0], "g++");
  EXPECT_EQ(program.steps[1][0], "gcc");
  EXPECT_EQ(program.steps[2][0], "g++");
  EXPECT_TRUE(has(program.steps[0], "-std=c++17") && !has(program.steps[0], "-std=c11"));
  EXPECT_TRUE(has(program.steps[1], "-std=c11") && !has(program.steps[1], "-std=c++17"));
  EXPECT_TRUE(contains(program.steps[2], {"TMP/0.o", "TMP/1.o", "-lm"}));
  const BuildPlan no_standard = plan_program(sources, Words{}, "TMP/a", tools());
  EXPECT_TRUE(has(no_standard.steps[0], "-std=gnu++20"));
}

}  // namespace
}  // namespace mazurka::cli
