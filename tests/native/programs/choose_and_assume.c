// A choice of three values, one of which the assumption rules out.
//
// traces: 3
// blocked: 1
#include <mazurka/mazurka.h>
int main(void) {
  int value = mz_choose(3);
  mz_assume(value != 1);
  return 0;
}
