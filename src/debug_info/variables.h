// Names of variables by address.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "debug_info/types.h"
#include "debug_info/units.h"

namespace mazurka::debug_info {

// A parameter that points to an object.
struct ObjectParameter {
  std::int64_t slot = 0;   // where the pointer lies, relative to the canonical frame address
  std::size_t size = 0;    // of the object
  std::uint64_t type = 0;  // for name_of_member()
};

class Variables {
 public:
  explicit Variables(Units& units) : units_(units), types_(units) {}

  // The functions below answer the requests of request.h.
  [[nodiscard]] std::optional<std::string> part_of_global(Dwarf_Addr address, std::size_t size);
  [[nodiscard]] std::string name_of_local(Dwarf_Addr code, std::int64_t offset, std::size_t size);
  [[nodiscard]] std::vector<ObjectParameter> parameters_of(Dwarf_Addr code);
  [[nodiscard]] std::string name_of_member(std::uint64_t type, std::size_t offset,
                                           std::size_t size);

 private:
  struct Global {
    Dwarf_Addr address;
    Dwarf_Die variable;
  };
  void find_globals();
  [[nodiscard]] std::string local_in(Dwarf_Die scope, Dwarf_Addr code, std::int64_t offset,
                                     std::size_t size);

  Units& units_;
  Types types_;
  std::optional<std::vector<Global>> globals_;  // sorted by address
  std::vector<Dwarf_Die> known_types_;          // those that parameters_of() has returned
};

}  // namespace mazurka::debug_info
