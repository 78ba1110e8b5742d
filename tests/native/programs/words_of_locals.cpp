// A local is called as in its function; with the function only if two would be called the same.
// Both of `sum` race with their thread, `done` too: main writes each before or after it,
// 2 * 2 * 2 = 8 traces; the two threads have no variable in common.
// traces; the two threads have no variable in common.
// traces: 8
// errors: data_race
// says: data race on done
// says: data race on first::sum
// never says: ::done
// never says: local[
#include <thread>

void second() {
  int sum = 0;
  int done = 0;
  std::thread thread([&] {
    sum = 1;
    done = 1;
  });
  sum = 2;
  done = 2;
  thread.join();
}

void first() {
  int sum = 0;
  std::thread thread([&] { sum = 1; });
  sum = 2;
  thread.join();
  second();  // not behind it: its variables would lie at the same place
}

int main() { first(); }
