// The store of an exploration by several machines, as the processes on one machine see it: what is
// noted and done here is told to it, and it has jobs when there are none here.
#pragma once

#include <span>
#include <vector>

#include "cli/child/shared_numbers.h"
#include "cli/child/supervise.h"
#include "explore/frontier/job_store.h"

namespace mazurka::cli {

class OuterStore {
 public:
  enum class Outcome {
    goes_on,
    over,  // the exploration has ended
    anew,  // everything that is known here is void: start the workers again
  };
  struct Local {
    JobStore& store;
    SharedNumbers& numbers;
    std::vector<const ChildResult*> workers;  // what came of them so far
    std::size_t waiting = 0;                  // how many wait for jobs
  };

  virtual ~OuterStore() = default;
  // Called often; exchanges what is new when it is time to. May add jobs to the store.
  [[nodiscard]] virtual Outcome exchange(const Local& local) = 0;
  // Returns for how many seconds exchange() need not be called.
  [[nodiscard]] virtual double time_to_wait() const = 0;
  // Called when all workers have ended: tells what is left to tell, and leaves.
  virtual void leave(const Local& local) = 0;
};

}  // namespace mazurka::cli
