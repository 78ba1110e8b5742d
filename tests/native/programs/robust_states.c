// Three events, one of which writes in a thread. Only `store` uses `kept`, and no task reads it,
// but its final value is still part of the state.
//
// The two writes of `value` and its read come in 3! orders, each of which is one of whole events.
// With -D TWICE=1, `store` reads twice. No message of the handler comes in between, so `reset` is
// before or after both reads, and the thread's write has four places: 2 * 4. If it is between the
// reads, `kept` ends as 1 or 21, which no order of whole events yields. With -D LOCAL=1, nothing
// conflicts.
//
// If the messages of the handler are ordered and `set` is the first, the second or the third, the
// thread's write has 3, 2 or 1 places: 2 * (3 + 2 + 1). With two reads, these are 4 and 4, 3 and 2,
// 1 and 1 places. Without conflicts, there are 3! orders.
//
// traces: 6
// traces as locks: 12
// robust: holds
// traces -D TWICE=1: 8
// traces as locks -D TWICE=1: 15
// robust -D TWICE=1: violated
// traces -D LOCAL=1: 1
// traces as locks -D LOCAL=1: 6
// robust -D LOCAL=1: holds
#include <mazurka/mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int value, own, kept;

void *write_value(void *argument) {
#if LOCAL
  own = 1;
#else
  value = 1;
#endif
  return argument;
}

void set(void *argument) {
  pthread_t thread;
  int local = 1;
  pthread_create(&thread, 0, write_value, argument);
  local++;
}

void reset(void *argument) {
#if !LOCAL
  value = 2;
#endif
  (void)argument;
}

void store(void *argument) {
#if !LOCAL
  int seen = value;
#if TWICE
  seen = seen * 10 + value;
#endif
  kept = seen;
#endif
  (void)argument;
}

int main(void) {
  mz_handler *ui = mz_handler_create("ui", MZ_MULTISET);
  mz_post(ui, set, 0);
  mz_post(ui, reset, 0);
  mz_post(ui, store, 0);
}
