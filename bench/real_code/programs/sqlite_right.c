// SQLite, an SQL database.
// Right: a connection in serialized mode, which locks a mutex in every call.
#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>

static sqlite3 *database;

static void *insert(void *unused) {
  assert(sqlite3_exec(database, "INSERT INTO t VALUES(1)", 0, 0, 0) == SQLITE_OK);
  return unused;
}

int main(void) {
  sqlite3_open_v2(":memory:", &database,
                  SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, 0);
  sqlite3_exec(database, "CREATE TABLE t(x)", 0, 0, 0);
  pthread_t other;
  pthread_create(&other, 0, insert, 0);
  insert(0);
  pthread_join(other, 0);
  sqlite3_close(database);
  return 0;
}
