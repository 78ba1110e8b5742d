// A write to address 0.
//
// traces: 1
// finds: crash
int main(void) {
  int *volatile nowhere = 0;
  *nowhere = 1;
  return 0;
}
