// Any text is either refused with a UserError, or is a schedule that survives a round
// trip through its text form.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "core/schedule.h"
#include "core/user_error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    const mazurka::Schedule schedule = mazurka::parse_schedule(text, "fuzz.schedule");
    if (mazurka::parse_schedule(mazurka::to_text(schedule), "again.schedule") != schedule)
      std::abort();
  } catch (const mazurka::UserError&) {
  }
  return 0;
}
