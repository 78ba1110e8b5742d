// The interface for code that observes each step, such as the support for debuggers.
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
  // Called on the stack of the failing task, or in a signal handler.
  virtual void failed(const char* message) = 0;
};

}  // namespace mazurka::native
