// The process that unit tests of the runtime run in.
int main(void) { return 0; }
