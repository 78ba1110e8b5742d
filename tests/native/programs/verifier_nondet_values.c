// The values of __VERIFIER_nondet_int() are those of --nondet: 3 traces, and one fails.
// traces: 3
// options: --nondet -1,0,7
// errors: assertion
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  const int value = __VERIFIER_nondet_int();
  assert(value != 7);
  assert(value == -1 || value == 0);
  return 0;
}
