// traces: 1
// errors: stack_overflow
static int deeper(volatile int *n) {
  volatile int here[256];
  here[0] = *n;
  return deeper((volatile int *)here) + here[0];
}
int main(void) {
  volatile int n = 1;
  return deeper(&n);
}
