// A second thread makes the runtime commit the memory error KIND (sanitizer/mistakes.cpp).
#include <pthread.h>

int mz_sanitizer_mistake(int kind);

static void* commit(void* unused) {
  mz_sanitizer_mistake(KIND);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, commit, 0);
  return pthread_join(thread, 0);
}
