// A library starts a thread that runs a function of the program, which takes two locks of the
// library; main takes them in the opposite order. No visible operation comes between the calls.
// library: futex_lock
// traces: any
// errors: deadlock
void futex_lock(int* lock);
void futex_unlock(int* lock);
void start_thread(void (*function)(void));

static int a, b;

static void other(void) {
  futex_lock(&b);
  futex_lock(&a);
  futex_unlock(&a);
  futex_unlock(&b);
}

int main(void) {
  start_thread(other);
  futex_lock(&a);
  futex_lock(&b);
  futex_unlock(&b);
  futex_unlock(&a);
  return 0;
}
