#include "program/native/schedule/thread_specifics.h"

#include <utility>

#include "program/native/schedule/task.h"

namespace mazurka::native {
namespace {

constexpr std::size_t most_keys_at_start = 128;
constinit std::size_t keys_at_start = 0;
constinit KeyDestructor destructors_at_start[most_keys_at_start] = {};

}  // namespace

bool add_key_at_start(KeyDestructor destructor, std::size_t& key) {
  if (keys_at_start == most_keys_at_start) return false;
  destructors_at_start[keys_at_start] = destructor;
  key = keys_at_start++;
  return true;
}

void ThreadSpecifics::begin_execution() {
  destructors_.assign(destructors_at_start, destructors_at_start + keys_at_start);
  in_use_.assign(keys_at_start, true);
}

std::size_t ThreadSpecifics::add(KeyDestructor destructor) {
  destructors_.push_back(destructor);
  in_use_.push_back(true);
  return destructors_.size() - 1;
}

bool ThreadSpecifics::remove(std::size_t key) {
  if (key >= in_use_.size() || !in_use_[key]) return false;
  in_use_[key] = false;
  return true;
}

void ThreadSpecifics::set(Task& task, std::size_t key, void* value) {
  std::vector<void*>& values = task.data.specifics;
  if (key >= values.size()) values.resize(key + 1, nullptr);
  values[key] = value;
}

void ThreadSpecifics::destroy_values(Task& task) const {
  constexpr int most_rounds = 4;  // as PTHREAD_DESTRUCTOR_ITERATIONS
  std::vector<void*>& values = task.data.specifics;
  bool found = true;
  for (int round = 0; round < most_rounds && found; ++round) {
    found = false;
    for (std::size_t key = 0; key < values.size(); ++key) {
      void* const value = std::exchange(values[key], nullptr);
      if (value == nullptr || key >= in_use_.size() || !in_use_[key] ||
          destructors_[key] == nullptr)
        continue;
      found = true;
      destructors_[key](value);
    }
  }
}

}  // namespace mazurka::native
