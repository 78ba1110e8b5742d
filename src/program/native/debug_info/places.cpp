#include "program/native/debug_info/places.h"

#include "program/native/debug_info/debug_lines.h"
#include "program/native/debug_info/symbols.h"

namespace mazurka::native {

LocationId Places::add(Address address) {
  const auto [entry, is_new] = known_.try_emplace(address);
  if (is_new) {
    entry->second = registry_.add_location({});
    unresolved_.emplace_back(address, entry->second);
  }
  return entry->second;
}

void Places::resolve() {
  if (unresolved_.empty()) return;
  std::vector<Address> calls;
  for (const auto& [address, location] : unresolved_) calls.push_back(address - 1);
  look_up_lines(calls);
  for (const auto& [address, location] : unresolved_)
    registry_.set_location(location, source_of(address));
  unresolved_.clear();
}

}  // namespace mazurka::native
