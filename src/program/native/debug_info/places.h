// Places in the code: addresses of instructions, put into files and lines when somebody asks.
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

  // `address` is that of a return from a call: the instruction lies before it.
  [[nodiscard]] LocationId location(Address address) {
    if (address == 0) return {};
    Recent& recent = recent_[address / 2 % recent_count];
    if (recent.address != address) recent = {address, add(address)};
    return recent.location;
  }

  // Is it this one, for all we know without looking it up? Does not allocate.
  [[nodiscard]] bool is_lately(Address address, LocationId location) const {
    const Recent& recent = recent_[address / 2 % recent_count];
    return recent.address == address && recent.location == location;
  }

  // Fills in files and lines of all locations so far (80 ms at first: it reads debug information).
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
