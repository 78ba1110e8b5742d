#include "explore/robust/robust_summary.h"

namespace mazurka {

std::string_view name_of(RobustVerdict verdict) {
  switch (verdict) {
    case RobustVerdict::holds:
      return "holds";
    case RobustVerdict::benign:
      return "benign";
    case RobustVerdict::violated:
      return "violated";
    case RobustVerdict::undecided:
      return "undecided";
    case RobustVerdict::unknown:
      break;
  }
  return "unknown";
}

std::string_view name_of(RobustMethod method) {
  return method == RobustMethod::explore ? "explore" : "sequential";
}

}  // namespace mazurka
