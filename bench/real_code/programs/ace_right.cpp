// ACE, a library for networking: threads, mutexes and guards.
// Right: both threads take the guard.
#include <ace/Guard_T.h>
#include <ace/Thread.h>
#include <ace/Thread_Mutex.h>
#include <cassert>

ACE_Thread_Mutex mutex;
int calls = 0;

void* call(void*) {
  ACE_Guard<ACE_Thread_Mutex> guard(mutex);
  ++calls;
  return nullptr;
}

int main() {
  ACE_hthread_t other;
  ACE_Thread::spawn(call, nullptr, THR_NEW_LWP | THR_JOINABLE, nullptr, &other);
  call(nullptr);
  ACE_Thread::join(other);
  assert(calls == 2);
}
