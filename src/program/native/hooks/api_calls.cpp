// The API for tested programs (include/mazurka/mazurka.h), and the functions of SV-COMP benchmarks.
#include <cstdint>

#include "program/native/debug_info/location_text.h"
#include "program/native/debug_info/stack_walk.h"
#include "program/native/debug_info/warnings.h"
#include "program/native/platform/complain.h"
#include "program/native/platform/export.h"
#include "program/native/process/heap.h"
#include "program/native/schedule/benign_races.h"
#include "program/native/schedule/runtime.h"
#include "program/native/schedule/threads.h"
#include "program/native/sync/mutex.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

// Lies in the program's heap. A handler is identified by its address, which depends only on the
// task that created it and on what this task allocated before.
struct mz_handler {
  int discipline;  // MZ_MULTISET, MZ_FIFO
  char name[64];   // as much of it as reports show
};

// Lies in the program's heap, like mz_handler.
struct mz_mailbox {
  char name[64];
};

struct mz_message {
  int tag;
  void* pointer;
};

namespace {

// Copies as much of the name as fits.
template <std::size_t size>
void copy_name(char (&to)[size], const char* name) {
  std::size_t length = 0;
  for (; length + 1 < size && name[length] != 0; ++length) to[length] = name[length];
  to[length] = 0;
}

Mailbox& ours_of_mailbox(const mz_mailbox* mailbox, Address place) {
  if (mailbox == nullptr) misuse("a mailbox is used that does not exist: NULL", place);
  return runtime->mailboxes.at(reinterpret_cast<Address>(mailbox), mailbox->name);
}

Handler& ours_of_handler(const mz_handler* handler) {
  return runtime->handlers.at(reinterpret_cast<Address>(handler), handler->name,
                              discipline_numbered(handler->discipline));
}

void need_program(const char* what) {
  if (running == nullptr) give_up(what, "is called before main; that is not supported");
}

[[noreturn]] void fail(FailureKind kind, const char* what, Address place) {
  const OutsideProgram outside;
  runtime->fail(kind, what, "", place);
}

}  // namespace

MAZURKA_EXPORT mz_handler* mz_handler_create(const char* name, int discipline) {
  const std::uint32_t part = running == nullptr ? Heap::startup_part : heap_part_of(running->area);
  auto* const handler = static_cast<mz_handler*>(heap.allocate(part, sizeof(mz_handler), 16, 0));
  handler->discipline = discipline;
  copy_name(handler->name, name != nullptr ? name : "handler");
  // Registers the handler now, so that handlers are numbered in the order of creation. Before main
  // there is no runtime yet.
  if (running != nullptr) (void)ours_of_handler(handler);
  return handler;
}

MAZURKA_EXPORT void mz_post(mz_handler* to, void (*run)(void*), void* argument) {
  need_program("mz_post");
  runtime->handlers.post(ours_of_handler(to), run, nullptr, argument, PLACE);
}

MAZURKA_EXPORT void mz_post_owned(mz_handler* to, void (*run)(void*), void (*drop)(void*),
                                  void* argument) {
  need_program("mz_post_owned");
  runtime->handlers.post(ours_of_handler(to), run, drop, argument, PLACE);
}

MAZURKA_EXPORT void mz_post_delayed(mz_handler* to, void (*run)(void*), void* argument) {
  need_program("mz_post_delayed");
  runtime->handlers.post_delayed(ours_of_handler(to), run, nullptr, argument, PLACE);
}

MAZURKA_EXPORT void mz_post_delayed_owned(mz_handler* to, void (*run)(void*), void (*drop)(void*),
                                          void* argument) {
  need_program("mz_post_delayed_owned");
  runtime->handlers.post_delayed(ours_of_handler(to), run, drop, argument, PLACE);
}

MAZURKA_EXPORT mz_handler* mz_current_handler() {
  if (running == nullptr || running->code.handler == nullptr) return nullptr;
  return reinterpret_cast<mz_handler*>(running->code.handler->address);
}

MAZURKA_EXPORT void mz_assume(int condition) {
  if (condition != 0) return;
  need_program("mz_assume");
  running->meets_assume = true;
  runtime->stop_at_assume(PLACE);
}

// Constructors of globals may call it, too. The list of what is not covered does not exist then.
MAZURKA_EXPORT void mz_expect_race(const volatile void* address, unsigned long size) {
  declare_benign(reinterpret_cast<Address>(address), size);
  if (running != nullptr)
    note_not_covered(NotCoveredKind::suppressed,
                     "data races on a variable are expected (MAZURKA_EXPECT_RACE) and not reported",
                     PLACE);
}

MAZURKA_EXPORT int mz_choose(int count) {
  need_program("mz_choose");
  constexpr int most = 1 << 16;
  if (count <= 0 || count > most)
    fail(FailureKind::misuse, "mz_choose: the number of values must be 1 to 65536", PLACE);
  return static_cast<int>(choose_value(static_cast<std::uint32_t>(count), PLACE));
}

MAZURKA_EXPORT void mz_handler_quit(mz_handler* handler) {
  need_program("mz_handler_quit");
  runtime->handlers.quit(ours_of_handler(handler), PLACE);
}

MAZURKA_EXPORT void mz_handler_join(mz_handler* handler) {
  need_program("mz_handler_join");
  runtime->handlers.join(ours_of_handler(handler), PLACE);
}

// --- Mailboxes -----------------------------------------------------------------------------------

MAZURKA_EXPORT mz_mailbox* mz_mailbox_create(const char* name) {
  const std::uint32_t part = running == nullptr ? Heap::startup_part : heap_part_of(running->area);
  auto* const mailbox = static_cast<mz_mailbox*>(heap.allocate(part, sizeof(mz_mailbox), 16, 0));
  copy_name(mailbox->name, name != nullptr ? name : "mailbox");
  // Registers the mailbox now, so that mailboxes are numbered in the order of creation. Before main
  // there is no runtime yet.
  if (running != nullptr) (void)ours_of_mailbox(mailbox, PLACE);
  return mailbox;
}

MAZURKA_EXPORT void mz_send(mz_mailbox* to, int tag, void* pointer) {
  need_program("mz_send");
  runtime->mailboxes.send(ours_of_mailbox(to, PLACE), tag, pointer, PLACE);
}

MAZURKA_EXPORT mz_message mz_receive(mz_mailbox* from, int (*matches)(int, void*, void*),
                                     void* argument) {
  need_program("mz_receive");
  SentMessage taken;
  (void)runtime->mailboxes.receive(ours_of_mailbox(from, PLACE), {matches, argument}, true, taken,
                                   PLACE);
  return {taken.tag, taken.pointer};
}

MAZURKA_EXPORT int mz_try_receive(mz_mailbox* from, int (*matches)(int, void*, void*),
                                  void* argument, mz_message* result) {
  need_program("mz_try_receive");
  SentMessage taken;
  if (!runtime->mailboxes.receive(ours_of_mailbox(from, PLACE), {matches, argument}, false, taken,
                                  PLACE))
    return 0;
  *result = {taken.tag, taken.pointer};
  return 1;
}

MAZURKA_EXPORT void mz_mailbox_destroy(mz_mailbox* mailbox, void (*drop)(int, void*)) {
  if (running == nullptr) return;
  Mailbox& ours = ours_of_mailbox(mailbox, PLACE);
  runtime->mailboxes.destroy(ours, PLACE);
  for (SentMessage left; Mailboxes::take_left(ours, left);)
    if (drop != nullptr) drop(left.tag, left.pointer);
}

// --- Names of SV-COMP ----------------------------------------------------------------------------

MAZURKA_EXPORT void __VERIFIER_assume(int condition) {
  if (condition != 0) return;
  need_program("__VERIFIER_assume");
  running->meets_assume = true;
  runtime->stop_at_assume(PLACE);
}
MAZURKA_EXPORT void __VERIFIER_error() {
  need_program("__VERIFIER_error");
  fail(FailureKind::assertion, "__VERIFIER_error is reached", PLACE);
}
// Weak, because benchmarks often define this function themselves; then their definition is used.
extern "C" __attribute__((weak, visibility("default"))) void reach_error() {
  need_program("reach_error");
  fail(FailureKind::assertion, "reach_error is reached", PLACE);
}
MAZURKA_EXPORT bool __VERIFIER_nondet_bool() {
  need_program("__VERIFIER_nondet_bool");
  return choose_value(2, PLACE) != 0;
}

namespace {

// Returns one of the values that --nondet gives; all of them are explored.
std::int64_t value_of_nondet(const char* function, Address place) {
  need_program(function);
  const std::vector<std::int64_t>& values = runtime->program.options.nondet;
  if (values.empty()) {
    const OutsideProgram outside;
    give_up((location_text(place) + ": " + function).c_str(),
            "it has too many values to explore all of them. Name some with --nondet -1,0,1, or "
            "call mz_choose(n) of mazurka/mazurka.h");
  }
  return values[choose_value(static_cast<std::uint32_t>(values.size()), place)];
}

}  // namespace

#define NONDET(Type, name)                                                        \
  MAZURKA_EXPORT Type __VERIFIER_nondet_##name() {                                \
    return static_cast<Type>(value_of_nondet("__VERIFIER_nondet_" #name, PLACE)); \
  }
NONDET(char, char)
NONDET(unsigned char, uchar)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(unsigned, unsigned)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
NONDET(unsigned long, size_t)
NONDET(float, float)
NONDET(double, double)
MAZURKA_EXPORT void* __VERIFIER_nondet_pointer() {
  return reinterpret_cast<void*>(value_of_nondet("__VERIFIER_nondet_pointer", PLACE));
}

MAZURKA_EXPORT void __VERIFIER_atomic_begin() {
  if (running != nullptr) begin_section(PLACE);
}
MAZURKA_EXPORT void __VERIFIER_atomic_end() {
  if (running != nullptr) end_section(PLACE);
}
