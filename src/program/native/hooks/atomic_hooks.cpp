// Hooks for atomic accesses. A hook performs the access itself, in one event. Memory is
// sequentially consistent, whatever memory order the program specifies. In a program that was
// started directly, which has real threads, accesses are made with atomic instructions.
#include <cstddef>
#include <cstdint>

#include "program/native/platform/export.h"
#include "program/native/platform/memory_primitives.h"
#include "program/native/platform/raw_system_call.h"
#include "program/native/schedule/memory_accesses.h"

using namespace mazurka;
using namespace mazurka::native;

namespace {

__extension__ using Word128 = __int128;

// Converts a compiler's constant for a memory order (__ATOMIC_RELAXED, …). The mask removes bits
// that gcc adds for transactional memory.
MemoryOrder order_of(int number) {
  switch (number & 0xffff) {
    case __ATOMIC_RELAXED:
      return MemoryOrder::relaxed;
    case __ATOMIC_CONSUME:
    case __ATOMIC_ACQUIRE:
      return MemoryOrder::acquire;
    case __ATOMIC_RELEASE:
      return MemoryOrder::release;
    case __ATOMIC_ACQ_REL:
      return MemoryOrder::acquire_release;
    default:
      return MemoryOrder::sequential;
  }
}

// Returns when the access may happen. The result is true if the access is an event.
inline bool announce(const volatile void* address, std::size_t size, OperationKind operation,
                     Address place, int order) {
  if (running == nullptr) return false;
  const MemoryOrder ours = order_of(order);
  const bool is_event =
      access_memory(reinterpret_cast<Address>(address), size, operation, place, ours);
  if (is_event && is_weak(ours)) runtime->observation.saw_weak_access(place);
  return is_event;
}

// --- The accesses themselves ---------------------------------------------------------------------

// The processor has no instruction to load or store 16 bytes atomically, but one to compare and
// exchange them.
bool exchange_if_equal(volatile Word128* address, Word128& expected, Word128 desired) {
  auto* const halves = reinterpret_cast<std::uint64_t*>(&expected);
  bool is_equal = false;
  asm volatile("lock cmpxchg16b %1"
               : "=@ccz"(is_equal), "+m"(*address), "+a"(halves[0]), "+d"(halves[1])
               : "b"(static_cast<std::uint64_t>(desired)),
                 "c"(static_cast<std::uint64_t>(desired >> 64))
               : "memory");
  return is_equal;
}
template <class Word>
bool exchange_if_equal(volatile Word* address, Word& expected, Word desired) {
  return __atomic_compare_exchange_n(address, &expected, desired, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST);
}

template <class Word>
Word load(const volatile Word* address) {
  if (!runs_with_threads) return *address;
  if constexpr (sizeof(Word) <= 8) {
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);
  } else {
    Word value = 0;
    (void)exchange_if_equal(const_cast<volatile Word*>(address), value, value);
    return value;
  }
}

// Replaces the value by combine(value), and returns the old one.
template <class Word, class Combine>
Word replace(volatile Word* address, Combine combine) {
  Word old = load(address);
  if (!runs_with_threads) {
    *address = combine(old);
    return old;
  }
  while (!exchange_if_equal(address, old, combine(old))) {
  }
  return old;
}

template <class Word>
void store(volatile Word* address, Word value) {
  if (!runs_with_threads)
    *address = value;
  else if constexpr (sizeof(Word) <= 8)
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);
  else
    replace(address, [value](Word) { return value; });
}

// Excludes other threads from accesses to objects of any size, as a lock of libatomic does.
class WhileOthersWait {
 public:
  WhileOthersWait() {
    while (runs_with_threads && __atomic_test_and_set(&taken_, __ATOMIC_ACQUIRE))
      raw_system_call(SYS_sched_yield);
  }
  ~WhileOthersWait() {
    if (runs_with_threads) __atomic_clear(&taken_, __ATOMIC_RELEASE);
  }
  WhileOthersWait(const WhileOthersWait&) = delete;
  WhileOthersWait& operator=(const WhileOthersWait&) = delete;

 private:
  static constinit bool taken_;
};
constinit bool WhileOthersWait::taken_ = false;

// --- Events --------------------------------------------------------------------------------------

template <class Word, class Combine>
Word update(volatile Word* address, Address place, int order, Combine combine) {
  if (skips_update_of(address)) [[unlikely]] {
    const Word now = *address;
    if (combine(now) == now) expect_idle_update();
  }
  const bool is_event = announce(address, sizeof(Word), OperationKind::update, place, order);
  const Word old = replace(address, combine);
  if (is_event) memory_was_updated();
  return old;
}

// Returns when the compare-exchange may happen. The result is true if it is an event. Events show
// only 8 bytes, so one of more than that never counts as a mere read (UpdateKind::compare).
template <class Word>
bool announce_comparison(volatile Word* address, const Word& expected, Address place, int order) {
  if (running != nullptr && sizeof(Word) <= 8) {
    running->pending.compares = true;
    running->pending.expected =
        value_in(reinterpret_cast<Address>(&expected), static_cast<std::uint32_t>(sizeof(Word)));
  }
  const bool is_event = announce(address, sizeof(Word), OperationKind::update, place, order);
  if (running != nullptr) running->pending.compares = false;
  return is_event;
}

bool is_equal(const void* a, const void* b, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i)
    if (static_cast<const char*>(a)[i] != static_cast<const char*>(b)[i]) return false;
  return true;
}

template <class Word>
bool compare_exchange(volatile Word* address, Word* expected, Word desired, Address place,
                      int order, int order_of_failure) {
  if (skips_update_of(address)) [[unlikely]] {
    const Word now = *address;
    if (now != *expected || now == desired) expect_idle_update();
  }
  const bool is_event = announce_comparison(address, *expected, place, order);
  if (runs_with_threads) return exchange_if_equal(address, *expected, desired);
  const Word old = *address;
  const bool succeeds = old == *expected;
  if (succeeds) {
    *address = desired;
  } else {
    if (is_event) comparison_failed(order_of(order_of_failure));
    *expected = old;
  }
  if (is_event) memory_was_updated();
  return succeeds;
}

}  // namespace

#define PLACE reinterpret_cast<Address>(__builtin_return_address(0))
// Defines a function under an assembler name: compilers know the functions of libatomic as built-in
// functions of other types and would reject definitions with these names.
#define SYMBOL(name) __asm__(name) __attribute__((visibility("default")))

#define FETCH(id, Word, symbol, expression)                                                   \
  Word mazurka_##id(volatile Word*, Word, int) SYMBOL(symbol);                                \
  Word mazurka_##id(volatile Word* a, Word v, int order) {                                    \
    return update<Word>(a, PLACE, order, [v](Word old) -> Word { return Word(expression); }); \
  }
#define LOAD(id, Word, symbol)                                    \
  Word mazurka_##id(const volatile Word*, int) SYMBOL(symbol);    \
  Word mazurka_##id(const volatile Word* a, int order) {          \
    announce(a, sizeof(Word), OperationKind::read, PLACE, order); \
    return load(a);                                               \
  }
// Defines the operations on one word type. Each symbol is `before`, then the name of the operation,
// then `after`.
#define ATOMIC_CALLS(id, Word, before, after)                                        \
  void mazurka_##id##_store(volatile Word*, Word, int) SYMBOL(before "store" after); \
  void mazurka_##id##_store(volatile Word* a, Word v, int order) {                   \
    announce(a, sizeof(Word), OperationKind::write, PLACE, order);                   \
    store(a, v);                                                                     \
  }                                                                                  \
  FETCH(id##_exchange, Word, before "exchange" after, ((void)old, v))                \
  FETCH(id##_fetch_add, Word, before "fetch_add" after, old + v)                     \
  FETCH(id##_fetch_sub, Word, before "fetch_sub" after, old - v)                     \
  FETCH(id##_fetch_and, Word, before "fetch_and" after, old& v)                      \
  FETCH(id##_fetch_or, Word, before "fetch_or" after, old | v)                       \
  FETCH(id##_fetch_xor, Word, before "fetch_xor" after, old ^ v)                     \
  FETCH(id##_fetch_nand, Word, before "fetch_nand" after, ~(old & v))
#define COMPARE_EXCHANGE(Result, id, Word, symbol)                                             \
  Result mazurka_##id(volatile Word*, Word*, Word, int, int) SYMBOL(symbol);                   \
  Result mazurka_##id(volatile Word* a, Word* expected, Word desired, int order, int failed) { \
    return compare_exchange<Word>(a, expected, desired, PLACE, order, failed);                 \
  }
// Defines the functions that instrumented code calls for objects of a size that the processor
// supports: the __tsan_atomic functions, and those of libatomic with the size in their names. clang
// calls the latter for 16 bytes and for updates of misaligned objects.
#define ATOMIC_HOOKS(bits, bytes, Word)                                                          \
  ATOMIC_CALLS(tsan##bits, Word, "__tsan_atomic" #bits "_", "")                                  \
  LOAD(tsan##bits##_load, Word, "__tsan_atomic" #bits "_load")                                   \
  COMPARE_EXCHANGE(int, tsan##bits##_strong, Word,                                               \
                   "__tsan_atomic" #bits "_compare_exchange_strong")                             \
  COMPARE_EXCHANGE(int, tsan##bits##_weak, Word, "__tsan_atomic" #bits "_compare_exchange_weak") \
  MAZURKA_EXPORT Word __tsan_atomic##bits##_compare_exchange_val(                                \
      volatile Word* a, Word expected, Word desired, int order, int failed) {                    \
    compare_exchange<Word>(a, &expected, desired, PLACE, order, failed);                         \
    return expected;                                                                             \
  }                                                                                              \
  ATOMIC_CALLS(libatomic##bits, Word, "__atomic_", "_" #bytes)                                   \
  COMPARE_EXCHANGE(bool, libatomic##bits##_compare, Word, "__atomic_compare_exchange_" #bytes)

extern "C" {
ATOMIC_HOOKS(8, 1, std::uint8_t)
ATOMIC_HOOKS(16, 2, std::uint16_t)
ATOMIC_HOOKS(32, 4, std::uint32_t)
ATOMIC_HOOKS(64, 8, std::uint64_t)
ATOMIC_HOOKS(128, 16, Word128)
LOAD(libatomic8_load, std::uint8_t, "__atomic_load_1")
LOAD(libatomic16_load, std::uint16_t, "__atomic_load_2")
LOAD(libatomic32_load, std::uint32_t, "__atomic_load_4")
LOAD(libatomic64_load, std::uint64_t, "__atomic_load_8")

// This load is not an event: clang 19 calls __tsan_atomic128_load and also keeps the original load,
// which becomes this call and whose result is not used.
Word128 mazurka_libatomic128_load(const volatile Word128*, int) SYMBOL("__atomic_load_16");
Word128 mazurka_libatomic128_load(const volatile Word128* a, int) { return load(a); }
}

// A fence is not an event, because it orders only accesses of its own task. Its memory order is
// recorded for the task's next event.
MAZURKA_EXPORT void __tsan_atomic_thread_fence(int order) {
  if (runs_with_threads) __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (running != nullptr) running->pending.fences.add(order_of(order));
}
MAZURKA_EXPORT void __tsan_atomic_signal_fence(int) {}

// For atomic objects of other sizes, the compiler calls these functions of libatomic.
extern "C" {
void mazurka_atomic_load(std::size_t, const void*, void*, int) SYMBOL("__atomic_load");
void mazurka_atomic_store(std::size_t, void*, const void*, int) SYMBOL("__atomic_store");
void mazurka_atomic_exchange(std::size_t, void*, const void*, void*, int)
    SYMBOL("__atomic_exchange");
bool mazurka_atomic_compare_exchange(std::size_t, void*, void*, const void*, int, int)
    SYMBOL("__atomic_compare_exchange");
bool mazurka_atomic_is_lock_free(std::size_t, const void*) SYMBOL("__atomic_is_lock_free");

void mazurka_atomic_load(std::size_t size, const void* from, void* to, int order) {
  announce(from, size, OperationKind::read, PLACE, order);
  const WhileOthersWait lock;
  copy_bytes(to, from, size);
}

void mazurka_atomic_store(std::size_t size, void* to, const void* from, int order) {
  announce(to, size, OperationKind::write, PLACE, order);
  const WhileOthersWait lock;
  copy_bytes(to, from, size);
}

void mazurka_atomic_exchange(std::size_t size, void* object, const void* value, void* old,
                             int order) {
  announce(object, size, OperationKind::update, PLACE, order);
  const WhileOthersWait lock;
  copy_bytes(old, object, size);
  copy_bytes(object, value, size);
}

bool mazurka_atomic_compare_exchange(std::size_t size, void* object, void* expected,
                                     const void* desired, int order, int failed) {
  const bool is_event = announce(object, size, OperationKind::update, PLACE, order);
  const WhileOthersWait lock;
  if (is_equal(object, expected, size)) {
    copy_bytes(object, desired, size);
    return true;
  }
  if (is_event) comparison_failed(order_of(failed));
  copy_bytes(expected, object, size);
  return false;
}

bool mazurka_atomic_is_lock_free(std::size_t size, const void*) { return size <= 16; }
}
