// The program of race_relaxed_flag.c with fences: both fences are needed. Fences are not events.
//
// traces -D RELEASE=memory_order_release -D ACQUIRE=memory_order_acquire: 2
// traces -D RELEASE=memory_order_seq_cst -D ACQUIRE=memory_order_seq_cst: 2
// traces -D RELEASE=memory_order_relaxed -D ACQUIRE=memory_order_acquire: 2
// errors -D RELEASE=memory_order_relaxed -D ACQUIRE=memory_order_acquire: data_race
// traces -D RELEASE=memory_order_release -D ACQUIRE=memory_order_relaxed: 2
// errors -D RELEASE=memory_order_release -D ACQUIRE=memory_order_relaxed: data_race
#include <assert.h>
#include <stdatomic.h>
#include "threads2.h"
int data;
atomic_int flag;
void *writer(void *a) {
  data = 1;
  atomic_thread_fence(RELEASE);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return a;
}
void *reader(void *a) {
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
    atomic_thread_fence(ACQUIRE);
    assert(data == 1);
  }
  return a;
}
int main(void) {
  run2(writer, reader);
  return 0;
}
