#include "program/native/kernel/descriptors.h"

#include <fcntl.h>
#include <vector>

#include "program/native/platform/raw_system_call.h"

namespace mazurka::native {
namespace {

constinit bool open_before_main[most_descriptors] = {};

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
    open_before_main[i] = raw_system_call(SYS_fcntl, i, F_GETFD) >= 0;
}

bool was_open_before_main(int descriptor) {
  return descriptor >= 0 && descriptor < most_descriptors && open_before_main[descriptor];
}

void note_mapping(Address begin, std::size_t size) { mappings().push_back({begin, size}); }

void close_descriptors() {
  for (const Mapping& mapping : mappings())
    raw_system_call(SYS_munmap, static_cast<long>(mapping.begin), static_cast<long>(mapping.size));
  mappings().clear();
  // Descriptors that were open before main can have free numbers below them.
  for (int first = 3; first < most_descriptors; ++first) {
    if (open_before_main[first]) continue;
    int last = first;
    while (last + 1 < most_descriptors && !open_before_main[last + 1]) ++last;
    raw_system_call(SYS_close_range, first, last, 0);
    first = last;
  }
}

}  // namespace mazurka::native
