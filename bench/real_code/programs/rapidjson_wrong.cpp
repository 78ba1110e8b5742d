// RapidJSON.
// Wrong: two threads build separate values with the allocator of one document.
#include <rapidjson/document.h>
#include <thread>

int main() {
  rapidjson::Document document(rapidjson::kArrayType);
  rapidjson::Value one(rapidjson::kArrayType);
  rapidjson::Value two(rapidjson::kArrayType);
  std::thread other([&] { one.PushBack(1, document.GetAllocator()); });
  two.PushBack(2, document.GetAllocator());
  other.join();
}
