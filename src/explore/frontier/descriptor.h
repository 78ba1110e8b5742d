// An open file, closed by its owner's destructor, so that no error path can leak it.
#pragma once

#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace mazurka {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (is_open()) close(number_);
  }

  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int number() const { return number_; }

  // Returns the same file with a number that is out of the way of a native program's descriptors:
  // their numbers should not depend on ours, and they are closed after each execution.
  [[nodiscard]] static Descriptor above_those_of_programs(Descriptor low) {
    constexpr int first = 100;
    const int moved = low.is_open() ? fcntl(low.number(), F_DUPFD_CLOEXEC, first) : -1;
    return moved < 0 ? std::move(low) : Descriptor(moved);
  }

 private:
  int number_ = -1;
};

}  // namespace mazurka
