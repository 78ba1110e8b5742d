#include "box_office.h"

#ifdef WITH_BUG
bool BoxOffice::sell() {
  if (left() == 0) return false;
  const std::lock_guard lock(mutex_);  // too late: another customer may have come between
  --left_;
  return true;
}
#else
bool BoxOffice::sell() {
  const std::lock_guard lock(mutex_);
  if (left_ == 0) return false;
  --left_;
  return true;
}
#endif

int BoxOffice::left() {
  const std::lock_guard lock(mutex_);
  return left_;
}
