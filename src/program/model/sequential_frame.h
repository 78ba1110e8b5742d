// The parts of the sequential model of robustness that are the same for all models: memory, sets of
// accesses, pending invocations, and the thread that chooses events.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mazurka::model {

// What the frame has to know about the model.
struct SequentialFrame {
  struct Cell {  // of memory
    std::string name;
    std::string initial;  // an expression
  };
  struct Body {  // of a message or thread: procedure seq_body_<code>
    std::size_t code = 0;
    std::size_t parameters = 0;
  };
  struct EventPost {
    std::size_t code = 0;   // of its message
    std::string arguments;  // as many as `arguments`
  };
  std::string file;
  std::size_t arguments = 0;  // the largest number of parameters of a task
  std::vector<Cell> cells;
  std::vector<Body> bodies;
  std::vector<EventPost> events;
};

// Returns the sequential model. The text `bodies` declares the procedures of the bodies.
[[nodiscard]] std::string sequential_text(const SequentialFrame& frame, const std::string& bodies);

}  // namespace mazurka::model
