#include "program/native/memory_names.h"

#include "program/native/symbols.h"

namespace mazurka::native {

ObjectId MemoryNames::add_object(Address address, std::size_t size) {
  const ObjectId object = registry_.add_object(name_of_memory(address, size));
  unresolved_.push_back({object, address, size});
  return object;
}

void MemoryNames::resolve() {
  std::erase_if(unresolved_, [&](const Unresolved& each) {
    const auto frame = frames_.find(each.address);
    std::string name = full_name_of_memory(each.address, each.size,
                                           frame == frames_.end() ? nullptr : &frame->second);
    if (name.empty()) {
      // Perhaps another time.
      if (blocks_come_late_ && is_heap(each.address))
        registry_.rename(each.object, name_of_memory(each.address, each.size));
      return false;
    }
    registry_.rename(each.object, std::move(name));
    return true;
  });
}

}  // namespace mazurka::native
