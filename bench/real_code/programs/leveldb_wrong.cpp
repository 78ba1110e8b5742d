// LevelDB, compiled for checking; here its cache of blocks.
// Wrong: a value is used after its handle has been released.
#include <cassert>
#include <memory>
#include <thread>

#include "leveldb/cache.h"

void delete_value(const leveldb::Slice&, void* value) { delete static_cast<int*>(value); }

int main() {
  std::unique_ptr<leveldb::Cache> cache(leveldb::NewLRUCache(16));
  cache->Release(cache->Insert("a", new int(1), 1, delete_value));
  std::thread other([&] { cache->Erase("a"); });
  if (leveldb::Cache::Handle* handle = cache->Lookup("a")) {
    int* value = static_cast<int*>(cache->Value(handle));
    cache->Release(handle);
    assert(*value == 1);
  }
  other.join();
}
