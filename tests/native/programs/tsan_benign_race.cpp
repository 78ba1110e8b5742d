// Accesses that the program declares harmless, by their address or by the place of the access, are
// not reported as data races, but their orders are explored. Each read comes before or after the
// write of its variable. The writer writes counter, hint, undeclared; main reads hint, undeclared,
// counter. If the read of hint is late, that of counter is late, too, and that of undeclared is
// free: 2. If it is early and that of counter is early, all are: 1. If that of counter is late: 2.
// traces: 5
// errors: data_race
// says: data race on undeclared
// never says: data race on counter
// never says: data race on hint
#include <cstddef>
#include <thread>

extern "C" void AnnotateBenignRaceSized(const char*, int, const volatile void*, std::size_t,
                                        const char*);
extern "C" void AnnotateIgnoreReadsBegin(const char*, int);
extern "C" void AnnotateIgnoreReadsEnd(const char*, int);
extern "C" void AnnotateIgnoreWritesBegin(const char*, int);
extern "C" void AnnotateIgnoreWritesEnd(const char*, int);

static int counter;
static int hint;
static int undeclared;

int main() {
  AnnotateBenignRaceSized(__FILE__, __LINE__, &counter, sizeof counter, "statistics");
  std::thread writer([] {
    counter = 1;
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
    hint = 1;
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    undeclared = 1;
  });
  AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
  const int second = hint;
  AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
  const int third = undeclared;
  const int first = counter;
  writer.join();
  return (first + second + third) * 0;
}
