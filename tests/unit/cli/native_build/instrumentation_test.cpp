#include "cli/native_build/instrumentation.h"

#include <cstring>
#include <elf.h>

#include <gtest/gtest.h>

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

// An executable with one note segment.
std::string executable(const std::string& owner) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_type = ET_EXEC;
  header.e_phoff = sizeof header;
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = 1;
  const Elf64_Nhdr other{.n_namesz = 4, .n_descsz = 1, .n_type = 1};
  const Elf64_Nhdr note{
      .n_namesz = static_cast<Elf64_Word>(owner.size() + 1), .n_descsz = 4, .n_type = 1};
  std::string notes(reinterpret_cast<const char*>(&other), sizeof other);
  notes += std::string("GNU\0x\0\0\0", 8);
  notes.append(reinterpret_cast<const char*>(&note), sizeof note);
  notes += owner + '\0' + std::string(4, '\1');
  Elf64_Phdr segment{};
  segment.p_type = PT_NOTE;
  segment.p_offset = sizeof header + sizeof segment;
  segment.p_filesz = notes.size();
  std::string text(reinterpret_cast<const char*>(&header), sizeof header);
  text.append(reinterpret_cast<const char*>(&segment), sizeof segment);
  return text + notes;
}

TEST(Instrumentation, OfAnExecutableIsKnownByItsNote) {
  EXPECT_TRUE(is_checked_executable(executable("Mazurka")));
  EXPECT_FALSE(is_checked_executable(executable("Mazurkb")));
  EXPECT_TRUE(is_executable(executable("x")));
}

// Whatever the user names: no file may crash us.
TEST(Instrumentation, IsNotThereInBrokenFiles) {
  const std::string whole = executable("Mazurka");
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(is_checked_executable(whole.substr(0, size)) && size + 8 < whole.size());
  EXPECT_FALSE(is_executable("#!/bin/sh\n"));
  std::string wild = whole;
  std::memset(wild.data() + offsetof(Elf64_Ehdr, e_phoff), 0xff, 8);
  EXPECT_FALSE(is_checked_executable(wild));
}

}  // namespace
}  // namespace mazurka::cli
