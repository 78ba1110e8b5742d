// traces: 1
// errors: crash
#include <stdlib.h>
int main(void) { abort(); }
