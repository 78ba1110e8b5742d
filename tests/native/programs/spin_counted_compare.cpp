// A loop of exchanges that count: those of the first 40 iterations leave the variable as it is, and
// the next one changes it. So the loop does not only wait, and the exchange that changes the
// variable is an event of its own: the other thread finds 40 before it or 100 after it.
//
// The loop's first eight exchanges are events, then the one that begins the rest of the loop, then
// the last one. The other thread's read comes before, between or after them. The eight fail, so
// they only read: 3 positions count. In the papers, each is an update by its kind: 11 positions.
//
// traces: 3
// brute force: 3
// cut by fairness: 3
// traces --relation=papers: 11
// brute force --relation=papers: 11
// cut by fairness --relation=papers: 11
// says: further iterations of a loop that waits
#include <atomic>
#include <thread>

std::atomic<int> number{40};

int main() {
  std::thread other([] { (void)number.load(); });
  for (int expected = 0;; ++expected) {
    int guess = expected;
    if (number.compare_exchange_strong(guess, 100)) break;
  }
  other.join();
}
