// The address space of a tested program.
//
// Every region lies at a fixed address that depends only on the task (architecture rule 2). Hence
// a local variable, a thread-local variable or a heap block of a task has the same address in every
// execution.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mazurka::native {

using Address = std::uintptr_t;

inline constexpr std::size_t page_size = 4096;

// Largest number of tasks in one exploration. The runtime stops with a message if there are more.
inline constexpr std::size_t most_tasks = 16384;

// Each task allocates from its own area. Area 0 serves static constructors and the C library before
// main; task t uses area t + 1. The addresses below are left free for AddressSanitizer's shadow.
inline constexpr Address heap_begin = 0x1100'0000'0000;
inline constexpr std::size_t heap_area = std::size_t{1} << 30;
inline constexpr Address heap_end = heap_begin + (most_tasks + 1) * heap_area;
// One byte of shadow for each 16 bytes of heap.
inline constexpr Address shadow_begin = 0x3000'0000'0000;
inline constexpr std::size_t granule = 16;

// Each task has one slot, which holds, from low to high addresses: guard, stack, thread-local data,
// thread control block.
inline constexpr Address slots_begin = 0x4000'0000'0000;
inline constexpr std::size_t slot_size = std::size_t{8} << 20;
inline constexpr std::size_t guard_size = std::size_t{64} << 10;
inline constexpr Address slots_end = slots_begin + most_tasks * slot_size;

// Memory of the checker itself. A restart of the tested program does not rewind it.
inline constexpr Address arena_begin = 0x5000'0000'0000;
inline constexpr Address arena_end = 0x6000'0000'0000;

// Stand for the states of libraries (process/libraries.h). There is no memory at these addresses.
inline constexpr Address library_states_begin = 0x6800'0000'0000;

[[nodiscard]] constexpr bool is_heap(Address address) {
  return address - heap_begin < heap_end - heap_begin;
}
[[nodiscard]] constexpr Address area_of_task(std::uint32_t task) {
  return heap_begin + (std::size_t{task} + 1) * heap_area;
}
[[nodiscard]] constexpr Address slot_of_task(std::uint32_t task) {
  return slots_begin + std::size_t{task} * slot_size;
}
[[nodiscard]] constexpr bool is_in_slot(Address address) {
  return address - slots_begin < slots_end - slots_begin;
}
// Returns the task in whose slot the address lies. REQUIRES: is_in_slot(address).
[[nodiscard]] constexpr std::uint32_t task_of_slot(Address address) {
  return static_cast<std::uint32_t>((address - slots_begin) / slot_size);
}

// Addresses for the parts of a read-write lock (sync/read_write_lock.h). They differ from every
// address of the program, because user-space addresses have fewer than 48 bits.
inline constexpr int part_shift = 48;
[[nodiscard]] constexpr Address address_of_part(Address address, std::uint32_t part) {
  return address | Address{part + 1} << part_shift;
}
[[nodiscard]] constexpr Address without_part(Address address) {
  return address & ((Address{1} << part_shift) - 1);
}

}  // namespace mazurka::native
