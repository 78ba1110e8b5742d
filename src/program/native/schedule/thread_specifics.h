// Keys of thread-specific data (pthread_key_create): which are in use, and their destructors.
#pragma once

#include <cstddef>
#include <vector>

namespace mazurka::native {

struct Task;

using KeyDestructor = void (*)(void*);

// Before main there is one thread and no runtime. A static constructor creates a key. REQUIRES:
// there is no runtime yet. Returns false if there are too many.
[[nodiscard]] bool add_key_at_start(KeyDestructor destructor, std::size_t& key);

class ThreadSpecifics {
 public:
  // Only what static constructors created is left.
  void begin_execution();

  // REQUIRES, for both: OutsideProgram.
  [[nodiscard]] std::size_t add(KeyDestructor destructor);
  // Sets the value of a key that exists.
  static void set(Task& task, std::size_t key, void* value);
  // False: there is no such key.
  [[nodiscard]] bool remove(std::size_t key);

  // The running task ends: runs the destructors of its values, which may set others.
  void destroy_values(Task& task) const;

 private:
  std::vector<KeyDestructor> destructors_;
  std::vector<bool> in_use_;
};

}  // namespace mazurka::native
