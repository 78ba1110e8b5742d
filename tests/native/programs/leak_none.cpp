// Nothing is lost: messages that a quit drops are freed, so are results of threads, data of keys
// and what exit handlers free; blocks that are still reachable count as kept. The message starts
// before the quit, or is dropped: 2 traces.
//
// traces: 2
#include <cstdlib>
#include <memory>
#include <pthread.h>
#include <string>

#include <mazurka/mazurka.hpp>

static char* closed_at_exit;
static pthread_key_t key;
static std::string* kept_for_ever;

static void* works(void* arg) {
  pthread_setspecific(key, malloc(8));
  free(arg);
  return malloc(16);
}

int main() {
  closed_at_exit = static_cast<char*>(malloc(32));
  std::atexit([] { free(closed_at_exit); });
  pthread_key_create(&key, free);
  kept_for_ever = new std::string(100, 'x');
  pthread_t thread;
  void* result = nullptr;
  pthread_create(&thread, nullptr, works, malloc(4));
  pthread_join(thread, &result);
  free(result);
  mazurka::handler handler("ui", mazurka::fifo);
  handler.post([owned = std::make_unique<int>(1)] { (void)owned; });
  handler.quit();
  handler.join();
}
