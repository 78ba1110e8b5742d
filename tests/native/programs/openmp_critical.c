// Critical sections of libgomp order their threads: no data race.
// flags: -fopenmp
// compilers: gcc
// traces: any
#include <assert.h>

int main(void) {
  int n = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    n++;
  }
  assert(n == 2);
  return 0;
}
