// There are two choices, one of which is an error.
// traces: 2
// errors: assertion
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);
void __VERIFIER_error(void);

int main(void) {
  if (__VERIFIER_nondet_bool()) __VERIFIER_error();
  return 0;
}
