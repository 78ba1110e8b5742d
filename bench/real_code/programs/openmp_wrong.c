// OpenMP, as in GCC (libgomp).
// Wrong: the loop adds to a shared variable.
int main(void) {
  int sum = 0;
#pragma omp parallel for num_threads(2)
  for (int i = 1; i <= 2; ++i) sum += i;
  return sum > 3;
}
