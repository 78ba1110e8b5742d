// An exception is not caught.
//
// traces: 1
// finds: uncaught_exception
#include <stdexcept>

int main() { throw std::runtime_error("nobody catches this"); }
