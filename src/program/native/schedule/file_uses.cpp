#include "program/native/schedule/file_uses.h"

#include <cstddef>
#include <map>
#include <sys/stat.h>
#include <vector>

#include "core/ids.h"
#include "program/native/debug_info/warnings.h"
#include "program/native/kernel/descriptors.h"
#include "program/native/platform/raw_system_call.h"
#include "program/native/schedule/handlers.h"
#include "program/native/schedule/runtime.h"
#include "program/native/schedule/task.h"

namespace mazurka::native {
namespace {

struct Uses {
  TaskId first;      // the first task that used it
  std::string name;  // for messages, without folders, which differ from machine to machine
  bool has_others = false;
  bool is_changed = false;
};
using UsesOfFiles = std::map<std::string, Uses, std::less<>>;

UsesOfFiles& uses() {
  static UsesOfFiles result;
  return result;
}
std::map<int, std::string>& files() {  // by descriptor
  static std::map<int, std::string> result;
  return result;
}

// How many tasks, from the first one on, are known to be main, or to have ended and to be joined.
std::size_t joined_tasks = 0;

bool has_ended_and_is_joined(const Task& task) {
  const Handler* const handler = task.code.handler;
  return task.standing == Standing::ended &&
         (task.is_joined || (handler != nullptr && handler->joined));
}

// Returns whether all that other tasks do comes before what the running task does next, in each
// order: they have ended, and were joined. Of a task that has ended and was not joined, a part may
// come later in another order. Nobody joins main, so this holds only in main.
bool comes_after_all_others() {
  if (!runtime->current_task().is_main) return false;
  const std::vector<Task*>& tasks = runtime->tasks.created();
  while (joined_tasks < tasks.size() &&
         (tasks[joined_tasks]->is_main || has_ended_and_is_joined(*tasks[joined_tasks])))
    ++joined_tasks;
  return joined_tasks == tasks.size();
}

// Records a use of what the key identifies.
void note_use(const std::string& key, const std::string& name, bool changes, Address place) {
  const TaskId task = runtime->current_task().id;
  Uses& known = uses().try_emplace(key, Uses{.first = task, .name = name}).first->second;
  known.has_others = known.has_others || known.first != task;
  known.is_changed = known.is_changed || changes;
  if (known.has_others && known.is_changed)
    note_not_covered(
        NotCoveredKind::shared_file,
        "several tasks use " + known.name +
            ": file operations are not events, so only one of their orders is explored",
        place);
}

std::string name_of(const std::string& file) { return file.substr(file.rfind('/') + 1); }

// No file has this name, because those of files are absolute.
std::string position_of(int descriptor) { return "position " + std::to_string(descriptor); }

}  // namespace

void note_file_use(const std::string& file, bool changes, Address place) {
  if (!comes_after_all_others()) note_use(file, name_of(file), changes, place);
}

void note_descriptor_of(int descriptor, const std::string& file) {
  files()[descriptor] = file;
  uses().erase(position_of(descriptor));
}

void note_descriptor_use(int descriptor, bool changes, FilePosition position, Address place) {
  if (descriptor <= 2 || comes_after_all_others()) return;
  struct stat status {};
  if (raw_system_call(SYS_fstat, descriptor, as_long(&status)) != 0) return;
  const auto known = files().find(descriptor);
  if (S_ISREG(status.st_mode)) {
    if (known == files().end()) return;
    note_file_use(known->second, changes, place);
    if (position == FilePosition::its_own)
      note_use(position_of(descriptor), name_of(known->second), true, place);
    return;
  }
  if (S_ISCHR(status.st_mode)) return;
  // Reading takes bytes away, so it changes a pipe, too.
  note_use(std::to_string(status.st_ino), "a pipe or another descriptor without a file", true,
           place);
}

void forget_file_uses() {
  joined_tasks = 0;
  uses().clear();
  files().clear();
}

}  // namespace mazurka::native
