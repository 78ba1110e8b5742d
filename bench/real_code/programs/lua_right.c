// Lua, compiled for checking: an interpreter without locks.
// Right: a mutex protects the interpreter that two threads use.
#include <assert.h>
#include <pthread.h>

#include "lauxlib.h"
#include "lua.h"

static lua_State *lua;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused) {
  pthread_mutex_lock(&mutex);
  luaL_dostring(lua, "n = n + 1");
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  lua = luaL_newstate();
  luaL_dostring(lua, "n = 0");
  pthread_t other;
  pthread_create(&other, 0, count, 0);
  count(0);
  pthread_join(other, 0);
  lua_getglobal(lua, "n");
  assert(lua_tointeger(lua, -1) == 2);
  lua_close(lua);
  return 0;
}
