// No block is leaked: messages dropped by a quit are freed, and so are results of threads, values
// of keys, and what exit handlers free. Blocks that are still reachable are not leaks. The message
// starts before the quit or is dropped: 2 traces.
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
