#include "program/native/kernel/process_state.h"

#include <fcntl.h>
#include <optional>

#include "program/native/kernel/descriptors.h"
#include "program/native/platform/raw_system_call.h"

namespace mazurka::native {
namespace {

// The folder as it was when this execution began; -1: this execution has not changed it. It is the
// runtime's own descriptor, which the program does not see.
constinit int folder_at_first = -1;
constinit std::optional<unsigned> mask_at_first;

}  // namespace

void keep_working_folder() {
  if (folder_at_first != -1) return;
  const long opened = raw_system_call(SYS_open, as_long("."), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return;
  folder_at_first =
      static_cast<int>(raw_system_call(SYS_fcntl, opened, F_DUPFD_CLOEXEC, most_descriptors));
  raw_system_call(SYS_close, opened);
}

void keep_file_mask(unsigned before) {
  if (!mask_at_first) mask_at_first = before;
}

void restore_process_state() {
  if (folder_at_first != -1) {
    raw_system_call(SYS_fchdir, folder_at_first);
    raw_system_call(SYS_close, folder_at_first);
    folder_at_first = -1;
  }
  if (mask_at_first) raw_system_call(SYS_umask, static_cast<long>(*mask_at_first));
  mask_at_first.reset();
}

}  // namespace mazurka::native
