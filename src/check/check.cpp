#include "check/check.h"

#include "check/deadlock.h"
#include "check/failures.h"
#include "check/undelivered_message.h"

namespace mazurka {

void Checks::look_at(const FinishedExecution& finished, std::vector<Finding>& findings) {
  find_failures(finished, findings);
  find_deadlock(finished, findings);
  find_undelivered_messages(finished, findings);
  data_races_.find(finished, findings);
}

}  // namespace mazurka
