/* Runs two or three functions as threads, and waits for them. */
#pragma once
#include <pthread.h>
static void run2(void* (*a)(void*), void* (*b)(void*)) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
