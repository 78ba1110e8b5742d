// A report names a local variable as its function does, and adds the function only if two locals
// have the same name. Both variables `sum` race with their thread, and so does `done`: main writes
// each before or after the thread does, 2 * 2 * 2 = 8 traces. The two threads have no variable in
// common.
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
  second();  // nested call: otherwise the locals of both functions would share addresses
}

int main() { first(); }
