#include "program/native/sharing/memory_names.h"

#include <unordered_set>

#include "program/native/sharing/stable_places.h"

namespace mazurka::native {

// The address of a part of a lock has the part's number in it. People see the name of the lock.
ObjectId MemoryNames::add_object(NameKind kind, Address address, std::size_t size) {
  const Address whole = without_part(address);
  const ObjectId object =
      registry_.add_object(name_of_memory(whole, size), stable_name_of(kind, address, size));
  unresolved_.push_back({object, whole, size});
  return object;
}

void MemoryNames::resolve() {
  std::erase_if(unresolved_, [&](const Unresolved& each) {
    const auto frame = frames_.find(each.address);
    MemoryName name = full_name_of_memory(each.address, each.size,
                                          frame == frames_.end() ? nullptr : &frame->second);
    if (name.full.empty()) {
      // The name stays unresolved: a later call may know more.
      if (blocks_come_late_ && is_heap(each.address))
        registry_.rename(each.object, name_of_memory(each.address, each.size));
      return false;
    }
    if (name.brief.empty())
      registry_.rename(each.object, std::move(name.full));
    else
      locals_.push_back({each.object, std::move(name)});
    return true;
  });
  if (locals_.size() != named_) name_locals();
  named_ = locals_.size();
}

std::string MemoryNames::heap_name_of(const Unresolved& object) {
  std::string full = full_name_of_memory(object.address, object.size, nullptr).full;
  return full.empty() ? name_of_memory(object.address, object.size) : full;
}

void MemoryNames::set_member(ObjectId object, Address address, std::size_t size,
                             const std::string& name) {
  const Unresolved member{object, address, size};
  if (!members_.try_emplace(object, member).second) return;
  std::erase_if(unresolved_, [&](const Unresolved& each) { return each.object == object; });
  locals_.push_back({object, {name + " of " + heap_name_of(member), name}});
}

void MemoryNames::forget_members() {
  std::erase_if(locals_, [&](const Local& each) { return members_.contains(each.object); });
  for (const auto& [object, member] : members_) unresolved_.push_back(member);
  members_.clear();
  named_ = 0;
}

std::string MemoryNames::name_in_heap(ObjectId object) const {
  const auto member = members_.find(object);
  return member == members_.end() ? registry_.name_of(object) : heap_name_of(member->second);
}

// Gives each local variable its brief name, or its full name if the brief one is ambiguous.
void MemoryNames::name_locals() {
  // The full name of the only object with this brief name; "" if there are several.
  std::unordered_map<std::string, std::string> owners;
  const auto add = [&](const std::string& brief, const std::string& full) {
    const auto [entry, is_new] = owners.try_emplace(brief, full);
    if (!is_new && entry->second != full) entry->second.clear();
  };
  std::unordered_set<std::uint32_t> is_local;
  for (const Local& local : locals_) {
    is_local.insert(local.object.value);
    add(local.name.brief, local.name.full);
  }
  for (std::uint32_t object = 0; object < registry_.object_count(); ++object)
    if (!is_local.contains(object)) add(registry_.name_of(ObjectId{object}), "?");
  for (const Local& local : locals_)
    registry_.rename(local.object,
                     owners[local.name.brief].empty() ? local.name.full : local.name.brief);
}

}  // namespace mazurka::native
