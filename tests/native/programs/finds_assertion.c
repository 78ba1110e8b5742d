// A failed assertion.
//
// traces: 1
// finds: assertion
#include <assert.h>

int main(void) {
  int zero = 0;
  assert(zero);
  return 0;
}
