// SQLite, an SQL database.
// Wrong: a connection that two threads use at once is opened without a mutex.
#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>

static sqlite3 *database;

static void *insert(void *unused) {
  sqlite3_exec(database, "INSERT INTO t VALUES(1)", 0, 0, 0);
  return unused;
}

int main(void) {
  sqlite3_open_v2(":memory:", &database,
                  SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, 0);
  sqlite3_exec(database, "CREATE TABLE t(x)", 0, 0, 0);
  pthread_t other;
  pthread_create(&other, 0, insert, 0);
  insert(0);
  pthread_join(other, 0);
  sqlite3_close(database);
  return 0;
}
