// Who has touched something, and what it is called in events once tasks share it.
#pragma once

#include "core/ids.h"

namespace mazurka::native {

// Invariant: `visible` never becomes false again, and an object that is visible has an id and
// access lists. Hence what one execution calls an event is an event in all later ones.
struct Sharing {
  TaskId toucher;        // the first task that touched it; none: nobody so far
  bool several = false;  // other tasks touched it, too
  bool written = false;
  bool alone_counts = false;  // it becomes visible although one task alone has touched it
  bool visible = false;       // operations on it are events
  bool is_news = false;       // it becomes visible when a new exploration starts
  ObjectId object;
  AccessListId read;   // the accesses of an event that reads it …
  AccessListId write;  // … or writes it

  // Notes an access. Returns true if it shows, for the first time, that tasks share this object.
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
