#include "program/native/sharing/stable_places.h"

#include <cstdlib>
#include <set>

#include <gtest/gtest.h>

#include "native/unit/unit.h"
#include "program/native/process/heap.h"
#include "program/native/process/libraries.h"
#include "program/native/process/modules.h"
#include "program/native/process/task_areas.h"

namespace mazurka::native {
namespace {

int variable = 0;

void expect_round_trip(Address address, const std::string& text) {
  EXPECT_EQ(stable_text_of(address), text);
  EXPECT_EQ(address_of(text), address) << text;
}

TEST(StablePlaces, OfTheHeapAndOfStacksAreThoseOfPathsOfTasks) {
  (void)run_as_main([] {});  // main has a heap and a stack
  const AreaId child = task_areas().with_path("0.2");
  expect_round_trip(begin_of_heap_part(Heap::startup_part) + 0x40, "heap(start)+40");
  expect_round_trip(begin_of_heap_part(heap_part_of(area_of_main)) + 0x20, "heap(0)+20");
  expect_round_trip(begin_of_heap_part(heap_part_of(child)) + 0x120, "heap(0.2)+120");
  expect_round_trip(slot_of(area_of_main) + 0x7ff000, "stack(0)+7ff000");
  expect_round_trip(slot_of(child) + 0x7ff010, "stack(0.2)+7ff010");
}

// The checker's runtime is loaded as a library.
TEST(StablePlaces, OfVariablesCountFromTheirModule) {
  const auto address = reinterpret_cast<Address>(&variable);
  const LoadedModule* const module = module_at(address);
  ASSERT_NE(module, nullptr);
  EXPECT_EQ(module->name, runtime_name);
  const std::string text = stable_text_of(address);
  EXPECT_TRUE(text.starts_with("libmazurka_native.so+")) << text;
  EXPECT_EQ(address_of(text), address);
  const LoadedModule& executable = modules().front();
  EXPECT_EQ(executable.name, executable_name);
  expect_round_trip(
      executable.begin + 0x10, stable_text_of(executable.begin).substr(0, 8) + [&] {
        char digits[20];
        (void)snprintf(digits, sizeof digits, "%lx", executable.begin + 0x10 - executable.base);
        return std::string(digits);
      }());
}

TEST(StablePlaces, OfStatesWithoutMemoryAreNames) {
  expect_round_trip(address_of(RuntimeState::exit_handlers), "runtime(exit%20handlers)");
  expect_round_trip(address_of(RuntimeState::random_numbers), "runtime(random%20numbers)");
  // Also of libraries that are not loaded yet.
  EXPECT_EQ(address_of("library(libglib-2.0)"), state_named("libglib-2.0"));
  EXPECT_EQ(address_of("library(lib%20a%2f)"), state_named("lib a/"));
}

TEST(StablePlaces, OfPartsOfALockHaveTheirNumber) {
  const Address lock = begin_of_heap_part(heap_part_of(area_of_main)) + 0x40;
  expect_round_trip(address_of_part(lock, 0), "heap(0)+40/0");
  expect_round_trip(address_of_part(lock, 11), "heap(0)+40/11");
  EXPECT_EQ(address_of("heap(0)+40/12"), std::nullopt);
}

TEST(StablePlaces, OfMappedMemoryCountFromTheLibraries) {
  expect_round_trip(begin_of_libraries() - 0x3000, "mapped-3000");
}

TEST(StablePlaces, AreRefusedIfTheyAreDamaged) {
  for (const char* text :
       {"", "x", "heap", "heap(0)", "heap(0)+", "heap(0)+g", "heap(1)+0", "heap()+0", "heap(0+0",
        "heap(0)+40000000", "stack(0)+800000", "nolibrary.so+10", "+10", "/3", "heap(0)+10/",
        "mapped-", "mapped-x", "runtime(other)", "110040000020"})
    EXPECT_EQ(address_of(text), std::nullopt) << text;
}

// What a program uses in different ways at one address is different objects.
TEST(StablePlaces, GiveDifferentNamesToDifferentThings) {
  const Address address = begin_of_heap_part(heap_part_of(area_of_main)) + 0x40;
  std::set<StableName> names;
  std::size_t count = 0;
  for (const NameKind kind : {NameKind::lock, NameKind::condition_variable, NameKind::number,
                              NameKind::memory, NameKind::handler, NameKind::mailbox})
    for (const std::size_t size : {0u, 4u})
      for (const Address each : {address, address + 1, address_of_part(address, 0)}) {
        names.insert(stable_name_of(kind, each, size));
        ++count;
      }
  EXPECT_EQ(names.size(), count);
}

TEST(StablePlaces, GiveFunctionsOfTheExecutableTheirOffsets) {
  const LoadedModule& executable = modules().front();
  EXPECT_EQ(stable_code_of(executable.base + 0x1234), 0x1234u);
  EXPECT_NE(stable_code_of(reinterpret_cast<Address>(&std::abort)),
            stable_code_of(reinterpret_cast<Address>(&std::exit)));
}

TEST(LoadedModules, HaveBuildIds) {
  for (const LoadedModule& module : modules())
    if (module.name.starts_with("libc.so")) {
      EXPECT_EQ(module.build_id.size(), 40u);
    }
}

TEST(LoadedModules, OfTheProgramAreNotThoseOfTheChecker) {
  std::set<std::string> names;
  for (const LoadedModule* const module : modules_of_program()) names.insert(module->name);
  EXPECT_TRUE(names.contains(std::string(executable_name)));
  EXPECT_TRUE(names.contains("libc.so.6"));
  EXPECT_FALSE(names.contains(std::string(runtime_name)));
  EXPECT_FALSE(names.contains("linux-vdso.so.1"));
}

}  // namespace
}  // namespace mazurka::native
