// What fibers call about memory, as far as it is not in runtime.h for speed: new and wide accesses,
// uses of the heap.
#include <algorithm>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/debug_info/symbols.h"
#include "program/native/process/heap.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

bool Runtime::access_slowly(Address address, std::size_t size, OperationKind operation,
                            Address place, MemoryOrder order) {
  if (size == 0) return false;
  Task& task = *running;
  const bool writes = operation != OperationKind::read;
  Cells::Hit hit;
  {
    const OutsideProgram outside;
    hit = cells_.touch(address, size, task.id, writes);
    if (task.early_write != 0 && !writes && place == task.early_read) {
      const Cells::Hit early = cells_.touch(task.early_write, task.early_size, task.id, true);
      if (early.visible) {
        std::vector<Access> both;
        for (const Cells::Hit& each : {hit, early})
          if (each.visible)
            for (const Access& access : registry_.accesses(each.accesses)) both.push_back(access);
        hit = {true, early.object, registry_.access_list(both)};
        operation = OperationKind::write;
        order = MemoryOrder::plain;
        address = task.early_write;
      }
    }
    task.early_write = 0;
  }
  if (!hit.visible) return false;
  task.object = hit.object;
  task.accesses = hit.accesses;
  task.address = address;
  task.size = static_cast<std::uint32_t>(size < 8 ? size : 8);
  task.value = nullptr;
  announce(operation, Standing::ready, place, order);
  return true;
}

void Runtime::access_known_cells(Address address, std::size_t size, Address place) {
  Task& task = *running;
  if ((is_quiet_ && section_ == nullptr) || size == 0) return;
  Cells::Hit hit;
  {
    const OutsideProgram outside;
    hit = cells_.touch_known(address, size, task.id);
    if (section_ != nullptr && hit.visible) add_to_section(*section_, hit, address, size);
  }
  if (section_ != nullptr) return;
  if (!hit.visible) return;
  task.object = hit.object;
  task.accesses = hit.accesses;
  task.address = address;
  task.size = 0;
  task.value = nullptr;
  announce(OperationKind::write, Standing::ready, place, MemoryOrder::freeing);
}

void Runtime::record_calls(Task& task) {
  const OutsideProgram outside;
  task.calls.clear();
  calls_in_program(task.calls);
}

void Runtime::note_weak_access(Address place) {
  const OutsideProgram outside;
  --weak_accesses_to_look_at_;
  std::vector<Address> calls;
  calls_in_program(calls);
  if (calls.empty()) calls.push_back(place);
  const bool is_own = is_own_access(calls);
  if (is_own || weak_access_.empty()) weak_access_ = std::move(calls);
  if (is_own) weak_accesses_to_look_at_ = 0;
}

void Runtime::note_allocation(Address block) {
  if (block == 0) return;  // there was no memory
  const OutsideProgram outside;
  if (block == watched_block_) calls_in_program(calls_to_watched_block_);
  if (!shows_caller_locations_) return;
  std::vector<Address> calls;
  calls_in_program(calls);
  const Address own =
      own_places_.allocated(block, Heap::size_of(reinterpret_cast<void*>(block)), calls);
  if (own != 0) Heap::set_place_of_allocation(block, own);
}

void Runtime::note_release(Address block) {
  const OutsideProgram outside;
  std::vector<Address> calls;
  calls_in_program(calls);
  const Address own = OwnPlaces::own_call(calls);
  if (own != 0) Heap::set_place_of_release(block, own);
}

void Runtime::check_use_of_heap(Address address, std::size_t size, OperationKind operation,
                                Address place) {
  const Heap::Use use = Heap::use_of(address, size);
  if (use == Heap::Use::valid) [[likely]]
    return;
  const OutsideProgram outside;
  // Whoever freed it may have found nothing there that anybody used: now it is known.
  if (use == Heap::Use::freed && !is_quiet_) cells_.learn_shared(address, size);
  const std::string verb = operation == OperationKind::read ? "read" : "write";
  const std::string amount = std::to_string(size) + (size == 1 ? " byte" : " bytes");
  if (use == Heap::Use::freed)
    fail(FailureKind::use_after_free, "use after free: " + verb + " of " + amount,
         block_in_words(address), place);
  fail(FailureKind::runtime_error, verb + " of " + amount + " outside of any heap block",
       block_in_words(address), place);
}

}  // namespace mazurka::native
