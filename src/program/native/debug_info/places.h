// Locations of events. They are stored as code addresses, and converted to files and lines only on
// demand.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/registry.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

class Places {
 public:
  explicit Places(Registry& registry) : registry_(registry) {}

  // Returns the location of the instruction before `address`, which is a return address.
  [[nodiscard]] LocationId location(Address address) {
    if (address == 0) return {};
    Recent& recent = recent_[address / 2 % recent_count];
    if (recent.address != address) recent = {address, add(address)};
    return recent.location;
  }

  // Returns whether a cache says that the address has this location. May return false for the right
  // location, if it is not cached. Does not allocate.
  [[nodiscard]] bool is_recent(Address address, LocationId location) const {
    const Recent& recent = recent_[address / 2 % recent_count];
    return recent.address == address && recent.location == location;
  }

  // Looks up files and lines of all locations so far.
  void resolve();

 private:
  struct Recent {
    Address address = 0;
    LocationId location;
  };
  static constexpr std::size_t recent_count = 1024;

  [[nodiscard]] LocationId add(Address address);

  Registry& registry_;
  std::unordered_map<Address, LocationId> known_;
  std::vector<std::pair<Address, LocationId>> unresolved_;
  Recent recent_[recent_count];
};

}  // namespace mazurka::native
