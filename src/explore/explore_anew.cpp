#include <algorithm>

#include "explore/explorer.h"
#include "program/learning.h"

namespace mazurka {

Summary explore_anew(Program& program, const std::function<std::unique_ptr<Algorithm>()>& algorithm,
                     const ExploreOptions& options) {
  ExploreOptions rest = options;
  double seconds = 0;
  std::unique_ptr<Algorithm> careful;  // if a prediction failed
  while (true) {
    auto fresh = algorithm();  // always called: callers reset their own results in it
    if (careful != nullptr) fresh = std::move(careful);
    Summary summary = explore(program, *fresh, rest);
    seconds += summary.seconds;
    if (summary.bound != Bound::learned) {
      summary.seconds = seconds;
      return summary;
    }
    use_what_it_knows(program);
    const Predicting* const predicting = fresh->predicting();
    if (predicting != nullptr && predicting->prediction_failed())
      careful = predicting->without_prediction();
    rest.resume = nullptr;
    if (options.timeout_seconds > 0)
      rest.timeout_seconds = std::max(options.timeout_seconds - seconds, 1e-3);
  }
}

}  // namespace mazurka
