// SDL 2: threads, mutexes and semaphores of a library for games.
// Wrong: the loader posts the semaphore before it has written.
#include <SDL2/SDL_mutex.h>
#include <SDL2/SDL_thread.h>

static SDL_sem *loaded;
static int level;

static int load(void *unused) {
  (void)unused;
  SDL_SemPost(loaded);
  level = 7;
  return 0;
}

int main(void) {
  loaded = SDL_CreateSemaphore(0);
  SDL_Thread *loader = SDL_CreateThread(load, "loader", NULL);
  SDL_SemWait(loaded);
  const int seen = level;
  SDL_WaitThread(loader, NULL);
  SDL_DestroySemaphore(loaded);
  return seen > 7;
}
