// Teams, barriers, critical sections and reductions of libgomp.
// flags: -fopenmp
// compilers: gcc
// traces: any
#include <assert.h>
#include <omp.h>

int main(void) {
  int together = 0;
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    sum += omp_get_thread_num() + 1;
#pragma omp critical
    together++;
#pragma omp barrier
  }
  assert(together == 2);
  assert(sum == 3);
  return 0;
}
