#include "cli/native_build/instrumentation.h"

#include <cstring>
#include <elf.h>

#include <gtest/gtest.h>

#include "cli/native_build/compiler.h"

namespace mazurka::cli {
namespace {

using Words = std::vector<std::string>;

TEST(Instrumentation, IsMissingWhereCodeHasNoReferenceToTheRuntime) {
  EXPECT_EQ(uninstrumented_objects("a.o: main T 0 10\na.o: __tsan_init U \n"
                                   "lib.a[b.o]: f T 0 4\nlib.a[b.o]: puts U \n"
                                   "lib.a[c.o]: __tsan_read4 U \nlib.a[c.o]: g t 0 4\n"
                                   "data.o: table D 0 8\n"),
            Words{"lib.a[b.o]"});
  EXPECT_EQ(uninstrumented_objects(""), Words{});
}

// Returns an ELF executable that needs one shared library.
std::string executable(const std::string& library) {
  struct {
    Elf64_Ehdr header{};
    Elf64_Phdr segments[2] = {};
    Elf64_Dyn dynamic[3] = {};
  } file;
  std::memcpy(file.header.e_ident, ELFMAG, SELFMAG);
  file.header.e_ident[EI_CLASS] = ELFCLASS64;
  file.header.e_type = ET_EXEC;
  file.header.e_phoff = offsetof(decltype(file), segments);
  file.header.e_phentsize = sizeof(Elf64_Phdr);
  file.header.e_phnum = 2;
  constexpr std::uint64_t base = 0x400000;
  file.segments[0].p_type = PT_LOAD;
  file.segments[0].p_vaddr = base;
  file.segments[0].p_filesz = sizeof file + 100;
  file.segments[1].p_type = PT_DYNAMIC;
  file.segments[1].p_offset = offsetof(decltype(file), dynamic);
  file.segments[1].p_filesz = sizeof file.dynamic;
  file.dynamic[0].d_tag = DT_NEEDED;
  file.dynamic[0].d_un.d_val = 1;
  file.dynamic[1].d_tag = DT_STRTAB;
  file.dynamic[1].d_un.d_val = base + sizeof file;
  return std::string(reinterpret_cast<const char*>(&file), sizeof file) + '\0' + library + '\0';
}

TEST(Instrumentation, OfAnExecutableIsKnownByWhatItIsLinkedWith) {
  EXPECT_TRUE(is_checked_executable(executable("libmazurka_native.so")));
  EXPECT_FALSE(is_checked_executable(executable("libmazurka_native.so.1")));
  EXPECT_FALSE(is_checked_executable(executable("libc.so.6")));
  EXPECT_TRUE(is_executable(executable("x")));
}

// Users can name any file, so a broken file must not crash the command.
TEST(Instrumentation, IsNotThereInBrokenFiles) {
  const std::string whole = executable("libmazurka_native.so");
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(is_checked_executable(whole.substr(0, size)));
  EXPECT_FALSE(is_executable("#!/bin/sh\n"));
  for (const std::size_t at : {offsetof(Elf64_Ehdr, e_phoff), sizeof(Elf64_Ehdr) + 16}) {
    std::string wild = whole;
    std::memset(wild.data() + at, 0xff, 8);
    EXPECT_FALSE(is_checked_executable(wild));
  }
}

TEST(Instrumentation, DoesNotSeeAtomicInstructionsOfInlineAssembly) {
  const std::string objdump =
      "a.out:     file format elf64-x86-64\n\n"
      "0000000000401136 <plain>:\n"
      "  401136:\tpush   %rbp\n"
      "  401137:\txchg   %ax,%ax\n"
      "0000000000401140 <counts(int)>:\n"
      "  401140:\tlock xadd %eax,(%rdx)\n"
      "  401144:\tlock incl (%rdx)\n"
      "0000000000401150 <swaps>:\n"
      "  401150:\txchg   %eax,0x8(%rdx)\n";
  EXPECT_EQ(functions_with_atomic_instructions(objdump),
            (std::vector<std::string>{"counts(int)", "swaps"}));
  EXPECT_TRUE(functions_with_atomic_instructions("").empty());
}

// An atomic function is recognised by its name, which differs from the two calls that delimit a
// section.
TEST(Instrumentation, KnowsAtomicFunctionsByTheirNames) {
  EXPECT_TRUE(names_atomic_function("void __VERIFIER_atomic_take(void) { taken = 1; }"));
  EXPECT_TRUE(names_atomic_function("void __VERIFIER_atomic_beginning(void) {}"));
  EXPECT_FALSE(names_atomic_function("__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();"));
  EXPECT_FALSE(names_atomic_function("__VERIFIER_assume(x); // __VERIFIER_atomic_"));
  EXPECT_FALSE(names_atomic_function(""));
}

// In the disassembly, `takes` reports its entry to the runtime and `gives` does not.
TEST(Instrumentation, SaysWhichAtomicFunctionsAreNotAtomic) {
  const std::string objdump =
      "0000000000401136 <__VERIFIER_atomic_takes>:\n"
      "  401136:\tcall   *0x2e99(%rip)        # 403fb8 <__tsan_func_entry>\n"
      "  401140:\tcall   *0x2e99(%rip)        # 403fc0 <__tsan_write4>\n"
      "0000000000401150 <__VERIFIER_atomic_gives>:\n"
      "  401150:\tcall   401060 <__tsan_write4@plt>\n"
      "0000000000401160 <__VERIFIER_atomic_does_nothing>:\n"
      "  401160:\tret\n"
      "0000000000401170 <writes>:\n"
      "  401170:\tcall   401060 <__tsan_write4@plt>\n";
  EXPECT_EQ(unwatched_atomic_functions(objdump),
            (std::vector<std::string>{"__VERIFIER_atomic_gives"}));
  EXPECT_TRUE(unwatched_atomic_functions("").empty());
}

}  // namespace
}  // namespace mazurka::cli
