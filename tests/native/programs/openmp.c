// A team of libgomp shares a loop, and reduces a sum. The master reads the sum when all have ended.
// flags: -fopenmp
// compilers: gcc
// traces: any
#include <assert.h>

int main(void) {
  int sum = 0;
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (int i = 0; i < 4; i++) sum += i;
  assert(sum == 6);
  return 0;
}
