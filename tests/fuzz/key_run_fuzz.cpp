// Any file is either refused with a UserError, or is a run whose keys are sorted and can be found
// again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "core/user_error.h"
#include "explore/frontier/key_run.h"

namespace {

using mazurka::KeyHeader;
using mazurka::KeyPage;

// Corrects the checksums if the first byte says so, because a fuzzer would never guess them.
void seal(std::vector<KeyPage>& pages, bool fixes_pages, bool fixes_header) {
  KeyHeader header;
  std::memcpy(&header, pages.data(), sizeof header);
  std::uint64_t contents = 0;
  for (std::size_t i = 1; i < pages.size(); ++i) {
    if (fixes_pages) pages[i].checksum = pages[i].right_checksum(i);
    contents = mazurka::mix(contents, pages[i].checksum);
  }
  if (fixes_header) {
    header.magic = KeyHeader::right_magic;
    header.contents = contents;
    header.checksum = header.right_checksum();
  }
  std::memcpy(pages.data(), &header, sizeof header);
}

mazurka::KeyFile file_with(const std::vector<KeyPage>& pages, std::size_t size) {
  mazurka::Descriptor file(memfd_create("fuzz", MFD_CLOEXEC));
  if (write(file.number(), pages.data(), size) != static_cast<ssize_t>(size)) std::abort();
  return {std::move(file), "fuzz", 1};
}

void look_at(const mazurka::KeyRun& run) {
  mazurka::KeyRunReader reader(run);
  mazurka::TraceKey before;
  std::uint64_t count = 0;
  while (const mazurka::TraceKey* const key = reader.next()) {
    if (*key <= before || !run.contains(*key)) std::abort();
    before = *key;
    ++count;
  }
  if (count != run.size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::uint8_t how = *data++;
  --size;
  std::vector<KeyPage> pages(size / KeyPage::size + 1);
  std::memcpy(static_cast<void*>(pages.data()), data, size);
  // Whole pages, unless the first byte asks for a truncated file.
  const std::size_t file_size = (how & 4) != 0 ? size : pages.size() * KeyPage::size;
  seal(pages, (how & 1) != 0, (how & 2) != 0);
  try {
    look_at(mazurka::KeyRun::open(file_with(pages, file_size)));
  } catch (const mazurka::UserError&) {
  }
  return 0;
}
