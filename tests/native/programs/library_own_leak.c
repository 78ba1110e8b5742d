// A runtime of OpenMP never gives blocks to the program, so what it loses is no leak of the program.
// library: omp_like
// traces: 1
void lose_a_block(void);

int main(void) {
  lose_a_block();
  return 0;
}
