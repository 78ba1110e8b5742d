// The address space of a tested program.
//
// Every region lies at a fixed address that depends only on the path of the task (architecture rule
// 2). Hence a local variable, a thread-local variable or a heap block of a task has the same
// address in every execution, and in every process that runs the program.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.h"

namespace mazurka::native {

using Address = std::uintptr_t;

inline constexpr std::size_t page_size = 4096;

// Says where the memory of a task lies: part of the heap, and a slot for its stack. It depends only
// on the path of the task (process/task_areas.h). Main has area 0.
using AreaId = Id<struct AreaTag>;
inline constexpr AreaId area_of_main{0};
// Largest number of areas in one exploration. The runtime stops with a message if it needs more.
inline constexpr std::uint32_t most_areas = 32768;

// Each task allocates from its own part of the heap. Part 0 serves static constructors and the C
// library before main; area a has part a + 1. The addresses below are left free for
// AddressSanitizer's shadow.
inline constexpr Address heap_begin = 0x1100'0000'0000;
inline constexpr std::size_t heap_part_size = std::size_t{1} << 30;
inline constexpr Address heap_end = heap_begin + (most_areas + 1) * heap_part_size;
// One byte of shadow for each 16 bytes of heap.
inline constexpr Address shadow_begin = 0x3200'0000'0000;
inline constexpr std::size_t granule = 16;

// Each area has one slot, which holds, from low to high addresses: guard, stack, thread-local data,
// thread control block.
inline constexpr Address slots_begin = 0x4000'0000'0000;
inline constexpr std::size_t slot_size = std::size_t{8} << 20;
inline constexpr std::size_t guard_size = std::size_t{64} << 10;
inline constexpr Address slots_end = slots_begin + most_areas * slot_size;

// Memory of the checker itself. A restart of the tested program does not rewind it.
inline constexpr Address arena_begin = 0x5000'0000'0000;
inline constexpr Address arena_end = 0x6000'0000'0000;

// Stand for the states of libraries (process/libraries.h). There is no memory at these addresses.
inline constexpr Address library_states_begin = 0x6800'0000'0000;
inline constexpr Address library_states_end = library_states_begin + (Address{1} << 36);
// Stand for state that the runtime keeps for the program. There is no memory at these addresses.
enum class RuntimeState : std::uint8_t {
  exit_handlers,
  random_numbers,
  process,  // the working folder and the mask of new files
};
inline constexpr std::size_t runtime_state_count = 3;
inline constexpr Address runtime_states_begin = 0x6900'0000'0000;
[[nodiscard]] constexpr Address address_of(RuntimeState state) {
  return runtime_states_begin + static_cast<Address>(state) * 16;
}

[[nodiscard]] constexpr bool is_heap(Address address) {
  return address - heap_begin < heap_end - heap_begin;
}
// Returns the part of the heap from which a task with this area allocates.
[[nodiscard]] constexpr std::uint32_t heap_part_of(AreaId area) { return area.value + 1; }
[[nodiscard]] constexpr Address begin_of_heap_part(std::uint32_t part) {
  return heap_begin + std::size_t{part} * heap_part_size;
}
// Returns the area of the tasks that allocate from this part. REQUIRES: it is not part 0.
[[nodiscard]] constexpr AreaId area_of_heap_part(std::uint32_t part) { return {part - 1}; }
// Returns the part of the heap in which the address lies. REQUIRES: is_heap(address).
[[nodiscard]] constexpr std::uint32_t heap_part_at(Address address) {
  return static_cast<std::uint32_t>((address - heap_begin) / heap_part_size);
}
[[nodiscard]] constexpr Address slot_of(AreaId area) {
  return slots_begin + std::size_t{area.value} * slot_size;
}
[[nodiscard]] constexpr bool is_in_slot(Address address) {
  return address - slots_begin < slots_end - slots_begin;
}
// Returns the area in whose slot the address lies. REQUIRES: is_in_slot(address).
[[nodiscard]] constexpr AreaId area_of_slot(Address address) {
  return {static_cast<std::uint32_t>((address - slots_begin) / slot_size)};
}

// Addresses for the parts of a read-write lock (sync/read_write_lock.h). They differ from every
// address of the program, because user-space addresses have fewer than 48 bits.
inline constexpr int part_shift = 48;
inline constexpr std::uint32_t most_parts_of_lock = 12;
[[nodiscard]] constexpr Address address_of_part(Address address, std::uint32_t part) {
  return address | Address{part + 1} << part_shift;
}
[[nodiscard]] constexpr Address without_part(Address address) {
  return address & ((Address{1} << part_shift) - 1);
}
// Returns the number of the part. REQUIRES: address_of_part() returned the address.
[[nodiscard]] constexpr std::uint32_t part_of_address(Address address) {
  return static_cast<std::uint32_t>(address >> part_shift) - 1;
}

}  // namespace mazurka::native
