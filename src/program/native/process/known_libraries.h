// Libraries that are known to synchronise the tasks that call them, as their documentation says:
// their locks, queues, thread pools and tasks order what comes before a call before what comes
// after a later call that depends on it.
#pragma once

#include <string_view>

namespace mazurka::native {

// `library` is a name such as "libglib-2.0".
[[nodiscard]] bool is_known_to_synchronise(std::string_view library);

}  // namespace mazurka::native
