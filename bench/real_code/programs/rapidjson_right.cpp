// RapidJSON.
// Right: each thread builds a value in a document of its own, and main puts them together.
#include <cassert>
#include <rapidjson/document.h>
#include <thread>

int main() {
  rapidjson::Document one(rapidjson::kArrayType);
  rapidjson::Document two(rapidjson::kArrayType);
  std::thread other([&] { one.PushBack(1, one.GetAllocator()); });
  two.PushBack(2, two.GetAllocator());
  other.join();
  one.PushBack(rapidjson::Value(two[0], one.GetAllocator()), one.GetAllocator());
  assert(one.Size() == 2);
}
