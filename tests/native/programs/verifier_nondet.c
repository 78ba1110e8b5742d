// A choice of two values: 2 traces, one of which the assumption rules out.
//
// traces: 2
// blocked: 1
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

int main(void) {
  bool value = __VERIFIER_nondet_bool();
  __VERIFIER_assume(value);
  return 0;
}
