// kj, the library below Cap'n Proto: a mutex that owns what it protects.
// Right: the value is only reached through the lock.
#include <cassert>
#include <kj/mutex.h>
#include <kj/thread.h>

int main() {
  kj::MutexGuarded<int> hits(0);
  {
    kj::Thread other([&] { ++*hits.lockExclusive(); });
    ++*hits.lockExclusive();
  }
  assert(*hits.lockShared() == 2);
}
