// Annotations for ThreadSanitizer, which headers compile in under -fsanitize=thread: the functions
// of <sanitizer/tsan_interface.h>, and the "dynamic annotations" that abseil, gRPC, LLVM, Qt and
// readerwriterqueue use.
//
// What each one means here:
//   - An edge of happens-before (release and acquire) is taken at the author's word: each call is
//     an event that updates one object per address, with that memory order. Code annotates
//     synchronisation that a tool cannot see, for instance in a library.
//   - Ignored accesses and benign races are treated as relaxed atomic accesses.
//   - Locks made of atomic variables, and fibers, are not taken at their word: the accesses that
//     take the lock are events, and their memory orders say what they order.
#include <cstddef>
#include <cstdint>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/platform/export.h"
#include "program/native/schedule/benign_races.h"
#include "program/native/schedule/number.h"
#include "program/native/schedule/runtime.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

namespace {

// Makes the running task order itself with others by the object at this address.
void synchronise(const volatile void* address, MemoryOrder order, Address place) {
  if (running == nullptr) return;
  update_number(
      number_at(address), [](std::int64_t value, std::int64_t) { return value; }, 0, place, order);
}

void ignore(std::uint32_t IgnoredAccesses::*kind, int change) {
  if (running == nullptr) return;
  std::uint32_t& depth = running->ignored.*kind;
  if (change > 0 || depth > 0) depth += static_cast<std::uint32_t>(change);
}

}  // namespace

// --- <sanitizer/tsan_interface.h> ----------------------------------------------------------------

MAZURKA_EXPORT void __tsan_acquire(void* address) {
  synchronise(address, MemoryOrder::acquire, PLACE);
}
MAZURKA_EXPORT void __tsan_release(void* address) {
  synchronise(address, MemoryOrder::release, PLACE);
}

MAZURKA_EXPORT void __tsan_ignore_thread_begin() {}
MAZURKA_EXPORT void __tsan_ignore_thread_end() {}

MAZURKA_EXPORT void __tsan_mutex_create(void* /*address*/, unsigned /*flags*/) {}
MAZURKA_EXPORT void __tsan_mutex_destroy(void* /*address*/, unsigned /*flags*/) {}
MAZURKA_EXPORT void __tsan_mutex_pre_lock(void* /*address*/, unsigned /*flags*/) {}
MAZURKA_EXPORT void __tsan_mutex_post_lock(void* /*address*/, unsigned /*flags*/, int /*depth*/) {}
MAZURKA_EXPORT int __tsan_mutex_pre_unlock(void* /*address*/, unsigned /*flags*/) { return 1; }
MAZURKA_EXPORT void __tsan_mutex_post_unlock(void* /*address*/, unsigned /*flags*/) {}
MAZURKA_EXPORT void __tsan_mutex_pre_signal(void* /*address*/, unsigned /*flags*/) {}
MAZURKA_EXPORT void __tsan_mutex_post_signal(void* /*address*/, unsigned /*flags*/) {}
MAZURKA_EXPORT void __tsan_mutex_pre_divert(void* /*address*/, unsigned /*flags*/) {}
MAZURKA_EXPORT void __tsan_mutex_post_divert(void* /*address*/, unsigned /*flags*/) {}
MAZURKA_EXPORT void __tsan_check_no_mutexes_held() {}

// Accesses that a library reports about its own objects. Its caller is not known to be
// instrumented, so they are not events.
MAZURKA_EXPORT void* __tsan_external_register_tag(const char* name) {
  return const_cast<char*>(name);
}
MAZURKA_EXPORT void __tsan_external_register_header(void* /*tag*/, const char* /*header*/) {}
MAZURKA_EXPORT void __tsan_external_assign_tag(void* /*address*/, void* /*tag*/) {}
MAZURKA_EXPORT void __tsan_external_read(void* /*address*/, void* /*caller*/, void* /*tag*/) {}
MAZURKA_EXPORT void __tsan_external_write(void* /*address*/, void* /*caller*/, void* /*tag*/) {}

// Fibers of the program all belong to the task that runs them.
MAZURKA_EXPORT void* __tsan_get_current_fiber() { return running; }
MAZURKA_EXPORT void* __tsan_create_fiber(unsigned /*flags*/) { return running; }
MAZURKA_EXPORT void __tsan_destroy_fiber(void* /*fiber*/) {}
MAZURKA_EXPORT void __tsan_switch_to_fiber(void* /*fiber*/, unsigned /*flags*/) {}
MAZURKA_EXPORT void __tsan_set_fiber_name(void* /*fiber*/, const char* /*name*/) {}
MAZURKA_EXPORT void __tsan_flush_memory() {}
MAZURKA_EXPORT void __tsan_on_initialize() {}

// --- Dynamic annotations -------------------------------------------------------------------------

#define WHERE const char* /*file*/, int /*line*/

MAZURKA_EXPORT void AnnotateHappensBefore(WHERE, const volatile void* address) {
  synchronise(address, MemoryOrder::release, PLACE);
}
MAZURKA_EXPORT void AnnotateHappensAfter(WHERE, const volatile void* address) {
  synchronise(address, MemoryOrder::acquire, PLACE);
}
MAZURKA_EXPORT void WTFAnnotateHappensBefore(WHERE, const volatile void* address) {
  synchronise(address, MemoryOrder::release, PLACE);
}
MAZURKA_EXPORT void WTFAnnotateHappensAfter(WHERE, const volatile void* address) {
  synchronise(address, MemoryOrder::acquire, PLACE);
}

MAZURKA_EXPORT void AnnotateBenignRace(WHERE, const volatile void* address, const char*) {
  declare_benign(reinterpret_cast<Address>(address), sizeof(void*));
}
MAZURKA_EXPORT void AnnotateBenignRaceSized(WHERE, const volatile void* address, std::size_t size,
                                            const char*) {
  declare_benign(reinterpret_cast<Address>(address), size);
}
MAZURKA_EXPORT void WTFAnnotateBenignRaceSized(WHERE, const volatile void* address,
                                               std::size_t size, const char*) {
  declare_benign(reinterpret_cast<Address>(address), size);
}
MAZURKA_EXPORT void AnnotateExpectRace(WHERE, const volatile void* address, const char*) {
  declare_benign(reinterpret_cast<Address>(address), sizeof(void*));
}

MAZURKA_EXPORT void AnnotateIgnoreReadsBegin(WHERE) { ignore(&IgnoredAccesses::reads, 1); }
MAZURKA_EXPORT void AnnotateIgnoreReadsEnd(WHERE) { ignore(&IgnoredAccesses::reads, -1); }
MAZURKA_EXPORT void AnnotateIgnoreWritesBegin(WHERE) { ignore(&IgnoredAccesses::writes, 1); }
MAZURKA_EXPORT void AnnotateIgnoreWritesEnd(WHERE) { ignore(&IgnoredAccesses::writes, -1); }
MAZURKA_EXPORT void AnnotateIgnoreSyncBegin(WHERE) {}
MAZURKA_EXPORT void AnnotateIgnoreSyncEnd(WHERE) {}
MAZURKA_EXPORT void AnnotateEnableRaceDetection(WHERE, int /*enable*/) {}

MAZURKA_EXPORT void AnnotateRWLockCreate(WHERE, const volatile void*) {}
MAZURKA_EXPORT void AnnotateRWLockCreateStatic(WHERE, const volatile void*) {}
MAZURKA_EXPORT void AnnotateRWLockDestroy(WHERE, const volatile void*) {}
MAZURKA_EXPORT void AnnotateRWLockAcquired(WHERE, const volatile void*, long /*is_writer*/) {}
MAZURKA_EXPORT void AnnotateRWLockReleased(WHERE, const volatile void*, long /*is_writer*/) {}
MAZURKA_EXPORT void AnnotateCondVarSignal(WHERE, const volatile void*) {}
MAZURKA_EXPORT void AnnotateCondVarSignalAll(WHERE, const volatile void*) {}
MAZURKA_EXPORT void AnnotateCondVarWait(WHERE, const volatile void*, const volatile void*) {}
MAZURKA_EXPORT void AnnotateMutexIsNotPHB(WHERE, const volatile void*) {}
MAZURKA_EXPORT void AnnotateMutexIsUsedAsCondVar(WHERE, const volatile void*) {}
MAZURKA_EXPORT void AnnotatePCQCreate(WHERE, const volatile void*) {}
MAZURKA_EXPORT void AnnotatePCQDestroy(WHERE, const volatile void*) {}
MAZURKA_EXPORT void AnnotatePCQPut(WHERE, const volatile void* queue) {
  synchronise(queue, MemoryOrder::release, PLACE);
}
MAZURKA_EXPORT void AnnotatePCQGet(WHERE, const volatile void* queue) {
  synchronise(queue, MemoryOrder::acquire, PLACE);
}
MAZURKA_EXPORT void AnnotatePublishMemoryRange(WHERE, const volatile void*, std::size_t) {}
MAZURKA_EXPORT void AnnotateUnpublishMemoryRange(WHERE, const volatile void*, std::size_t) {}
MAZURKA_EXPORT void AnnotateNewMemory(WHERE, const volatile void*, std::size_t) {}
MAZURKA_EXPORT void AnnotateMemoryIsInitialized(WHERE, const volatile void*, std::size_t) {}
MAZURKA_EXPORT void AnnotateMemoryIsUninitialized(WHERE, const volatile void*, std::size_t) {}
MAZURKA_EXPORT void AnnotateTraceMemory(WHERE, const volatile void*) {}
MAZURKA_EXPORT void AnnotateFlushState(WHERE) {}
MAZURKA_EXPORT void AnnotateFlushExpectedRaces(WHERE) {}
MAZURKA_EXPORT void AnnotateNoOp(WHERE, const volatile void*) {}
MAZURKA_EXPORT void AnnotateThreadName(WHERE, const char* /*name*/) {}
MAZURKA_EXPORT int RunningOnValgrind() { return 0; }
MAZURKA_EXPORT double ValgrindSlowdown() { return 1; }
