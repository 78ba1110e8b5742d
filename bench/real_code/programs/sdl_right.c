// SDL 2: threads, mutexes and semaphores of a library for games.
// Right: the loader posts the semaphore after it has written.
#include <SDL2/SDL_mutex.h>
#include <SDL2/SDL_thread.h>
#include <assert.h>

static SDL_sem *loaded;
static int level;

static int load(void *unused) {
  (void)unused;
  level = 7;
  SDL_SemPost(loaded);
  return 0;
}

int main(void) {
  loaded = SDL_CreateSemaphore(0);
  SDL_Thread *loader = SDL_CreateThread(load, "loader", NULL);
  SDL_SemWait(loaded);
  assert(level == 7);
  SDL_WaitThread(loader, NULL);
  SDL_DestroySemaphore(loaded);
  return 0;
}
