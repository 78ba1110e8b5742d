// Keys of thread-specific data (pthread_key_create): which are in use, and their destructors.
#pragma once

#include <cstddef>
#include <vector>

namespace mazurka::native {

struct Task;

using KeyDestructor = void (*)(void*);

// Creates a key for a static constructor. Returns false if there are too many keys. REQUIRES: the
// runtime does not exist yet.
[[nodiscard]] bool add_key_at_start(KeyDestructor destructor, std::size_t& key);

class ThreadSpecifics {
 public:
  // Removes all keys except those that static constructors created.
  void begin_execution();

  // Creates a key and returns it. REQUIRES, for add() and set(): an OutsideProgram is in scope.
  [[nodiscard]] std::size_t add(KeyDestructor destructor);
  // Sets the value of an existing key for this task.
  static void set(Task& task, std::size_t key, void* value);
  // Removes a key. Returns false if it does not exist.
  [[nodiscard]] bool remove(std::size_t key);

  // Runs the destructors of the task's values, which may set other values. REQUIRES: the task is
  // running, and is about to end.
  void destroy_values(Task& task) const;

 private:
  std::vector<KeyDestructor> destructors_;
  std::vector<bool> in_use_;
};

}  // namespace mazurka::native
