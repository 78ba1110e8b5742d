// Small random models with messages, for tests that compare with brute force.
#pragma once

#include <string>

#include "unit/random.h"

namespace mazurka {

// Two threads post three messages to two handlers, and one message may post a fourth. Awaits wait
// for values that another task may write.
class RandomModel {
 public:
  explicit RandomModel(std::uint64_t seed) : random_(seed) {}

  std::string source(std::uint32_t longest_message) {
    std::string result = "var x, y; handler h" + discipline() + ", g" + discipline() + ";\n";
    result += "thread t1 { " + post(0) + operation() + post(1) + "}\n";
    result += "thread t2 { " + post(2) + (random_.one_in(2) ? operation() : "") + "}\n";
    for (std::uint32_t message = 0; message < 4; ++message) {
      result += "message m" + std::to_string(message) + " { ";
      for (std::uint32_t i = random_.below(longest_message + 1); i > 0; --i) result += operation();
      if (message == 2 && random_.one_in(2)) result += post(3) + operation();
      result += "}\n";
    }
    return result;
  }

 private:
  std::string discipline() { return random_.one_in(3) ? " fifo" : ""; }
  std::string post(std::uint32_t message) {
    return "post m" + std::to_string(message) + " to " + (random_.one_in(3) ? "g; " : "h; ");
  }
  std::string operation() {
    const std::string variable = random_.one_in(2) ? "x" : "y";
    const std::uint32_t kind = random_.below(6);
    if (kind == 0) return "await " + variable + " == 1; ";
    if (kind <= 2) return "let r" + std::to_string(++registers_) + " = " + variable + "; ";
    return variable + " = 1; ";
  }

  Random random_;
  int registers_ = 0;
};

}  // namespace mazurka
