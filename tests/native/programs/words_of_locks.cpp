// Two tasks write x, each under a lock that no other task uses. Such a lock makes no events, but
// the report must not claim that no lock is held. The writes can come in either order: 2 traces,
// and both have the race.
// traces: 2
// errors: data_race
// says: lambda at words_of_locks.cpp:19 holds mine (words_of_locks.cpp:20)
// says: main holds yours (words_of_locks.cpp:24)
// traces -D ONE=1: 2
// errors -D ONE=1: data_race
// says -D ONE=1: lambda at words_of_locks.cpp:19 holds mine (words_of_locks.cpp:20), but main
// never says -D ONE=1: neither
#include <mutex>
#include <thread>

int x;
std::mutex mine, yours;

int main() {
  std::thread thread([] {
    std::lock_guard lock(mine);
    x = 1;
  });
#ifndef ONE
  yours.lock();
#endif
  x = 2;
#ifndef ONE
  yours.unlock();
#endif
  thread.join();
}
