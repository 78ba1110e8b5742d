// The program in whose process the unit tests of the runtime run.
int main(void) { return 0; }
