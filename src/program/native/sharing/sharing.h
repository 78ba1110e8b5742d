// Records which tasks have touched an object, and its id in events once tasks share it.
#pragma once

#include "core/ids.h"

namespace mazurka::native {

// Invariant: `visible` never becomes false again, and an object that is visible has an id and
// access lists. Hence an operation that is an event in one execution is an event in all later ones.
struct Sharing {
  TaskId toucher;        // the first task that touched it; none: untouched
  bool several = false;  // at least two tasks touched it
  bool written = false;
  bool alone_counts = false;  // it becomes visible even if only one task touches it
  bool visible = false;       // operations on it are events
  bool is_news = false;       // it becomes visible when a new exploration starts
  ObjectId object;
  AccessListId read;   // the accesses of an event that reads it
  AccessListId write;  // the accesses of an event that writes it

  // Records an access. Returns true if it shows for the first time that tasks share this object.
  [[nodiscard]] bool touch(TaskId task, bool writes) {
    if (toucher == task && written >= writes) return false;
    if (toucher.exists() && toucher != task) several = true;
    if (!toucher.exists()) toucher = task;
    written |= writes;
    if (!(several || alone_counts) || !written || is_news || visible) return false;
    return is_news = true;
  }
};

}  // namespace mazurka::native
