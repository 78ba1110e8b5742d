// A library that is not instrumented, with locks of its own. The futex lock is that of "Futexes Are
// Tricky" by Ulrich Drepper: 0 is free, 1 is taken, 2 is taken and others may sleep.
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>

void futex_lock(int* lock);
void futex_unlock(int* lock);
void spin_lock(int* lock);
void spin_unlock(int* lock);
void start_thread(void (*function)(void));

// The system call as libgomp makes it, not through the C library.
static long futex(int* word, int operation, int value) {
  long result;
  register long timeout __asm__("r10") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "0"(SYS_futex), "D"(word), "S"(operation), "d"(value), "r"(timeout)
                   : "rcx", "r11", "memory");
  return result;
}

void futex_lock(int* lock) {
  int expected = 0;
  if (__atomic_compare_exchange_n(lock, &expected, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return;
  while (__atomic_exchange_n(lock, 2, __ATOMIC_ACQUIRE) != 0)
    futex(lock, FUTEX_WAIT_PRIVATE, 2);
}

void futex_unlock(int* lock) {
  if (__atomic_exchange_n(lock, 0, __ATOMIC_RELEASE) == 2) futex(lock, FUTEX_WAKE_PRIVATE, 1);
}

void spin_lock(int* lock) {
  while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) != 0) sched_yield();
}

void spin_unlock(int* lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }

static void* runs(void* function) {
  ((void (*)(void))function)();
  return 0;
}

// Runs the function in a thread that nobody joins.
void start_thread(void (*function)(void)) {
  pthread_t thread;
  pthread_create(&thread, 0, runs, (void*)function);
  pthread_detach(thread);
}
