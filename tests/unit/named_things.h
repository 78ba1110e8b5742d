// Objects and handlers whose texts are their stable names.
#pragma once

#include <string>

#include "core/registry.h"

namespace mazurka {

inline ObjectId add_object(Registry& registry, const std::string& name) {
  return registry.add_object(name, stable_name(NameKind::variable, name));
}
inline HandlerId add_handler(Registry& registry, const std::string& name, Discipline discipline) {
  return registry.add_handler(name, stable_name(NameKind::handler, name), discipline);
}

}  // namespace mazurka
