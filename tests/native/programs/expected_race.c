// The program declares that races on `hits` do no harm. They are not reported, but their orders are
// explored: each task reads and then writes it, so one comes after the other (2 ways), or both read
// 0 and the writes come in either order (2 ways). The race on `other` is reported: the later task
// writes it last, so its order adds 2 ways to each of these 4.
//
// traces: 8
// errors: data_race
// says: data race on other
// never says: data race on hits
// notes: suppressed
// says: MAZURKA_EXPECT_RACE
#include <pthread.h>

#include "mazurka/mazurka.h"

static int hits;
static int other;

static void *counts(void *arg) {
  hits = hits + 1;
  other = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  MAZURKA_EXPECT_RACE(hits);
  pthread_create(&a, 0, counts, 0);
  pthread_create(&b, 0, counts, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return hits == 0;
}
