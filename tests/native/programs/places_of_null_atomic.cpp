// The runtime makes this atomic access through a null pointer, but the error is the program's.
//
// traces: 1
// finds: crash
// errors at: 12
// tasks: main
#include <atomic>
#include <thread>

std::atomic<int>* nowhere = nullptr;

void count() { ++*nowhere; }

int main() { std::thread(count).join(); }
