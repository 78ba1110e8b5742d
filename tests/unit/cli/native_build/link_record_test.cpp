#include "cli/native_build/link_record.h"

#include <algorithm>
#include <elf.h>

#include <gtest/gtest.h>

#include "cli/files.h"
#include "unit/cli/temporary_folder.h"

namespace mazurka::cli {
namespace {

using Words = std::vector<std::string>;

// A library may have members that nothing needs: they are not part of the program.
TEST(LinkRecord, HasTheMembersOfArchivesThatTheLinkerTook) {
  const Words objects = {"a.o", "x/lib.a[b.o]", "x/lib.a[c.o]"};
  const std::string bfd = "x/lib.a(c.o)                 a.o (f)\nLOAD a.o\nLOAD x/lib.a\n";
  const std::string lld = "  1716  1716  10  1  x/lib.a(c.o):(.text)\n";
  EXPECT_EQ(linked_objects(objects, bfd), (Words{"a.o", "x/lib.a[c.o]"}));
  EXPECT_EQ(linked_objects(objects, lld), (Words{"a.o", "x/lib.a[c.o]"}));
  EXPECT_EQ(linked_objects(objects, ""), objects);  // not known: none may be missing
}

TEST(LinkRecord, NamesStaticLibrariesOfTheSystemOnce) {
  const std::string map =
      "/usr/lib/x86_64-linux-gnu/libev.a(ev.o)  a.o (f)\n"
      " .text 0x1 0x2 /usr/lib/x86_64-linux-gnu/libev.a(ev.o)\n"
      " .text 0x1 0x2 /usr/lib/gcc/x86_64-linux-gnu/12/libgcc.a(_x.o)\n"
      " .text 0x1 0x2 /usr/lib/libgtest.a(gtest-all.cc.o)\n"
      " .text 0x1 0x2 ../own/libcache.a(cache.o)\n";
  EXPECT_EQ(system_archives(map), Words{"libev.a"});
  EXPECT_EQ(system_archives("").size(), 0u);
}

TEST(LinkRecord, NamesMembersAndTheirArchive) {
  EXPECT_EQ(unseen_object("b/libcache.a[cache.cpp.o]").what,
            "cache.cpp.o of libcache.a was not compiled by mazurka: its memory accesses are not "
            "seen");
  EXPECT_TRUE(unseen_object("b/c.o").what.starts_with("b/c.o was not compiled"));
}

TEST(LinkRecord, IsReadAsItWasWritten) {
  const std::vector<NotCovered> list = {unseen_object("a\tb\n.o"), unseen_library("libev.a")};
  const std::vector<NotCovered> read = parse_link_record(link_record(list));
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].kind, NotCoveredKind::uninstrumented_object);
  EXPECT_TRUE(read[0].what.starts_with("a b .o was not"));
  EXPECT_EQ(read[1], list[1]);
  EXPECT_EQ(parse_link_record("nonsense\nno_kind\tx\n\n").size(), 0u);
}

// Any file can be checked, so a file without a record, or a broken one, has an empty record.
TEST(LinkRecord, OfOtherFilesIsEmpty) {
  const TemporaryFolder folder;
  EXPECT_TRUE(read_link_record("missing").empty());
  write_file("text", "int main() {}\n");
  EXPECT_TRUE(read_link_record("text").empty());
  Elf64_Ehdr header{};
  std::copy_n(ELFMAG, SELFMAG, header.e_ident);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 7;
  header.e_shoff = 1u << 30;
  header.e_shstrndx = 3;
  write_file("elf", std::string(reinterpret_cast<const char*>(&header), sizeof header));
  EXPECT_TRUE(read_link_record("elf").empty());
}

}  // namespace
}  // namespace mazurka::cli
