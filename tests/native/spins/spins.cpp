// Interprets small programs with loops that wait, so that random ones need no compilation.
//
// Each argument is the code of a thread; the first one is main's. A statement has four characters:
// an operation, two variables or mutexes, and a value.
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace {

struct Statement {
  char operation;
  int a, b, value;
};
using Code = std::vector<Statement>;

std::atomic<int> variables[10];
std::mutex mutexes[2];

void execute(const Statement& statement, int* cache) {
  std::atomic<int>& a = variables[statement.a];
  std::atomic<int>& b = variables[statement.b];
  const int value = statement.value;
  switch (statement.operation) {
    case 'w':  // writes
      a = value;
      break;
    case 'r':  // reads
      (void)a.load();
      break;
    case 'u':  // updates
      ++a;
      break;
    case 'm': {  // writes under a mutex
      const std::lock_guard guard(mutexes[statement.a % 2]);
      b = value;
      break;
    }
    case 's':  // spins
      while (a != value) {
      }
      break;
    case 'd':  // spins on two variables
      while (a != value && b != value) {
      }
      break;
    case 'c':  // stores what it reads in private memory
      do *cache = a;
      while (*cache != value);
      break;
    case 'h':  // stores what it reads in shared memory
      for (int seen = value - 1; seen != value;) {
        seen = a;
        b = seen;
      }
      break;
    case 'x':  // a spin lock
      while (b.exchange(1) != 0) {
      }
      b = 0;
      break;
    case 't':  // tries to lock
      while (!mutexes[1].try_lock()) {
      }
      mutexes[1].unlock();
      break;
    case 'n':  // counts its iterations
      for (int i = 0; i < 20 && a != value; ++i) {
      }
      break;
    case 'k':  // a spin lock that counts its attempts
      for (int i = 0; b.exchange(1) != 0; ++i) {
      }
      b = 0;
      break;
    case 'p':  // polls under a mutex
      for (bool done = false; !done;) {
        const std::lock_guard guard(mutexes[0]);
        done = a == value;
      }
      break;
    case 'b':  // writes under a mutex until something changes
      while (a != value) {
        const std::lock_guard guard(mutexes[0]);
        b = 1;
      }
      break;
    case 'o':  // changes a variable and changes it back until something changes
      while (a != value) {
        b = 1;
        b = 0;
      }
      break;
    case 'y':  // backs off if it does not get a second mutex
      mutexes[0].lock();
      while (!mutexes[1].try_lock()) {
        mutexes[0].unlock();
        mutexes[0].lock();
      }
      mutexes[1].unlock();
      mutexes[0].unlock();
      break;
    default:
      std::abort();
  }
}

void run(const Code* code) {
  int* const cache = new int(0);
  for (const Statement& statement : *code) execute(statement, cache);
  delete cache;
}

}  // namespace

int main(int count, char** arguments) {
  static std::vector<Code> codes;
  for (int i = 1; i < count; ++i) {
    Code& code = codes.emplace_back();
    for (const char* c = arguments[i]; *c != '\0'; c += 4)
      code.push_back({c[0], c[1] - '0', c[2] - '0', c[3] - '0'});
  }
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < codes.size(); ++i) threads.emplace_back(run, &codes[i]);
  run(&codes[0]);
  for (std::thread& thread : threads) thread.join();
}
