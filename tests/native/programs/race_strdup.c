// strdup() reads the text. One task reads a text twice while another one changes it.
// traces: any
// errors: data_race
// errors at: 14
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char text[] = "text";

static void* copies(void* unused) {
  // The first letter stays before the end of the text in all orders.
  free(strdup(text));
  free(strndup(text, 1));
  return unused;
}
static void* changes(void* unused) {
  text[0] = 'n';
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, copies, 0);
  pthread_create(&b, 0, changes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
