// Lua, compiled for checking: an interpreter without locks.
// Wrong: two threads have a coroutine each, but both belong to one interpreter.
#include <pthread.h>

#include "lauxlib.h"
#include "lua.h"

static void *count(void *coroutine) {
  luaL_dostring((lua_State *)coroutine, "n = n + 1");
  return 0;
}

int main(void) {
  lua_State *lua = luaL_newstate();
  luaL_dostring(lua, "n = 0");
  lua_State *one = lua_newthread(lua);
  lua_State *two = lua_newthread(lua);
  pthread_t other;
  pthread_create(&other, 0, count, one);
  count(two);
  pthread_join(other, 0);
  lua_close(lua);
  return 0;
}
