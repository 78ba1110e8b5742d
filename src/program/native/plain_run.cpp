#include "program/native/plain_run.h"

#include <algorithm>
#include <cstdlib>
#include <elf.h>
#include <link.h>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>

#include "program/native/process/libraries.h"
#include "program/native/process/running.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

namespace {

// Returns whether a function of this name can create tasks or needs the runtime.
bool makes_tasks(std::string_view name) {
  return name == "pthread_create" || name == "thrd_create" || name.starts_with("mz_") ||
         name.starts_with("__VERIFIER_") ||
         name.starts_with("_ZNSt6thread15_M_start_thread");  // of libstdc++
}

// Searches the symbols that the executable, which is the first object, imports.
int find_such_import(dl_phdr_info* object, std::size_t, void* found) {
  const ElfW(Sym)* symbols = nullptr;
  const char* names = nullptr;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    if (object->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const Address begin = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr;
    for (const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(begin); entry->d_tag != DT_NULL;
         ++entry) {
      if (entry->d_tag == DT_SYMTAB)
        symbols = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr);
      if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
    }
  }
  // The number of symbols is not stored, but linkers place the names directly behind the symbols.
  for (const auto* symbol = symbols; reinterpret_cast<const char*>(symbol + 1) <= names; ++symbol)
    if (symbol->st_shndx == SHN_UNDEF && makes_tasks(names + symbol->st_name))
      *static_cast<bool*>(found) = true;
  return 1;
}

bool makes_tasks() {
  bool found = false;
  dl_iterate_phdr(find_such_import, &found);
  return found;
}

// Runs the tasks in turn (round robin), so that a task that waits in a loop does not run for ever.
void run_to_its_end(Runtime& program) {
  program.restart();
  TaskId last{0};
  while (program.task(TaskId{0})->standing != Standing::ended && !program.enabled().empty() &&
         program.ending().failures.empty()) {
    const auto enabled = program.enabled();
    const auto later = std::ranges::find_if(enabled, [&](Choice c) { return c.task > last; });
    const Choice next = later != enabled.end() ? *later : enabled.front();
    last = next.task;
    program.step(next);
  }
}

[[noreturn]] void end_badly(const std::string& what) {
  const std::string text = "mazurka: " + what + "\n";
  [[maybe_unused]] const auto written = write(2, text.data(), text.size());
  _exit(134);  // as after an abort
}

}  // namespace

int run_plainly(int (*main)(int, char**, char**), int count, char** arguments) {
  runs_plainly = true;
  if (!makes_tasks() && libraries().all().empty()) return main(count, arguments, environ);
  // Neither object is destroyed, because the program's exit handlers run after this function.
  Registry& registry = *std::make_unique<Registry>().release();
  Runtime& program =
      *std::make_unique<Runtime>(
           registry,
           ProgramToRun{.main = main, .arguments = {arguments, arguments + count}, .once = true})
           .release();
  run_to_its_end(program);
  const Ending ending = program.ending();
  if (!ending.failures.empty()) end_badly(ending.failures.front().message);
  const Task& main_task = *program.task(TaskId{0});
  if (main_task.standing != Standing::ended) end_badly("a deadlock: no task can continue");
  return static_cast<int>(reinterpret_cast<std::intptr_t>(main_task.code.result));
}

}  // namespace mazurka::native
