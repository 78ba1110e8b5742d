// kj, the library below Cap'n Proto: a mutex that owns what it protects.
// Wrong: a reference to the value outlives the lock.
#include <kj/mutex.h>
#include <kj/thread.h>

int main() {
  kj::MutexGuarded<int> hits(0);
  kj::Thread other([&] { ++*hits.lockExclusive(); });
  int& escaped = *hits.lockExclusive();
  ++escaped;
}
