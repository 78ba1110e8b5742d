#include "check/check.h"

#include "check/deadlock.h"
#include "check/failures.h"

namespace mazurka {

void check_execution(const FinishedExecution& finished, std::vector<Finding>& findings) {
  find_failures(finished, findings);
  find_deadlock(finished, findings);
}

}  // namespace mazurka
