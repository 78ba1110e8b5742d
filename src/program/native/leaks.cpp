// Heap blocks that nobody can reach when the program has ended.
#include "program/native/runtime.h"

namespace mazurka::native {

void Runtime::look_for_leaks() { looked_for_leaks_ = true; }

}  // namespace mazurka::native
