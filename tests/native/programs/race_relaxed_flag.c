// The flag is read before or after it is written: 2 traces. If after, the data are read, too, but a
// relaxed flag does not order this read after their write.
//
// traces: 2
// errors: data_race
// traces -D STORE=memory_order_release: 2
// errors -D STORE=memory_order_release: data_race
// traces -D LOAD=memory_order_acquire: 2
// errors -D LOAD=memory_order_acquire: data_race
// traces -D STORE=memory_order_release -D LOAD=memory_order_acquire: 2
// traces -D STORE=memory_order_seq_cst -D LOAD=memory_order_seq_cst: 2
#include <assert.h>
#include <stdatomic.h>
#include "threads2.h"
#ifndef STORE
#define STORE memory_order_relaxed
#endif
#ifndef LOAD
#define LOAD memory_order_relaxed
#endif
int data;
atomic_int flag;
void *writer(void *a) {
  data = 1;
  atomic_store_explicit(&flag, 1, STORE);
  return a;
}
void *reader(void *a) {
  if (atomic_load_explicit(&flag, LOAD)) assert(data == 1);
  return a;
}
int main(void) {
  run2(writer, reader);
  return 0;
}
