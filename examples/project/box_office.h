// Sells tickets from several threads.
#pragma once

#include <mutex>

class BoxOffice {
 public:
  explicit BoxOffice(int tickets) : left_(tickets) {}
  // Sells a ticket. Returns false if none is left.
  bool sell();
  int left();

 private:
  std::mutex mutex_;
  int left_;
};
