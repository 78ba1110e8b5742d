#include "program/native/kernel/descriptors.h"

#include <fcntl.h>
#include <vector>

#include "program/native/platform/raw_system_call.h"

namespace mazurka::native {
namespace {

constinit int first_of_program = 3;

struct Mapping {
  Address begin;
  std::size_t size;
};
std::vector<Mapping>& mappings() {
  static std::vector<Mapping> result;
  return result;
}

}  // namespace

void remember_descriptors() {
  for (int i = 3; i < most_descriptors; ++i)
    if (raw_system_call(SYS_fcntl, i, F_GETFD) >= 0) first_of_program = i + 1;
}

void note_mapping(Address begin, std::size_t size) { mappings().push_back({begin, size}); }

void close_descriptors() {
  for (const Mapping& mapping : mappings())
    raw_system_call(SYS_munmap, static_cast<long>(mapping.begin), static_cast<long>(mapping.size));
  mappings().clear();
  raw_system_call(SYS_close_range, first_of_program, most_descriptors - 1, 0);
}

}  // namespace mazurka::native
