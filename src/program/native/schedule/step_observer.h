// Somebody who looks at each step, such as a debugger.
#pragma once

namespace mazurka::native {

struct Task;

class StepObserver {
 public:
  virtual ~StepObserver() = default;

  // Called for each step, in this order. in_step() is called on the stack of the task, if the task
  // continues.
  virtual void before_step(const Task& task) = 0;
  virtual void in_step() = 0;
  virtual void after_step() = 0;
  // Called on the stack of the failing task, or in a handler of signals.
  virtual void failed(const char* message) = 0;
};

}  // namespace mazurka::native
