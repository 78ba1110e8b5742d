// Two threads of a team increment a variable without synchronisation.
// flags: -fopenmp
// compilers: gcc
// traces: any
// errors: data_race
int main(void) {
  int n = 0;
#pragma omp parallel num_threads(2)
  n++;
  return 0;
}
