// OpenMP, as in GCC (libgomp).
// Right: the loop has a reduction.
#include <assert.h>

int main(void) {
  int sum = 0;
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (int i = 1; i <= 2; ++i) sum += i;
  assert(sum == 3);
  return 0;
}
