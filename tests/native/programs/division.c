// traces: 1
// errors: crash
int main(int count, char **arguments) {
  (void)arguments;
  volatile int zero = count - 1;
  return 5 / zero;
}
