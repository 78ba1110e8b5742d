// State that the C library and the kernel keep for all tasks.
//
// The code that uses it has no hooks, so without these functions no event would say that two tasks
// do. What the C standard allows to race are accesses to memory here: the environment, the place at
// which strtok goes on, and the results of functions that return a static object. So a data race
// is reported where there is one. The working folder and the mask of new files belong to the
// kernel, which lets tasks use them at any time: their uses are events, which conflict.
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/stat.h>
#include <unistd.h>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/debug_info/symbols.h"
#include "program/native/kernel/process_state.h"
#include "program/native/platform/export.h"
#include "program/native/platform/raw_system_call.h"
#include "program/native/platform/real_call.h"
#include "program/native/process/running.h"
#include "program/native/schedule/library_calls.h"
#include "program/native/schedule/memory_accesses.h"
#include "program/native/schedule/number.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

namespace {

// What a library does with this state is part of its event.
void announce(const void* state, std::size_t size, OperationKind operation, Address place) {
  if (running != nullptr && !is_event_of_library(place))
    access_memory(reinterpret_cast<Address>(state), size, operation, place);
}

// Stands for the place at which strtok goes on, whose address the C library does not tell.
char* next_token;

// The static objects that functions return, instead of those of the C library.
tm broken_down_time;
char time_as_text[26];  // the standard says how long it is

// Other processes may ask for the name of an object before the program uses it.
[[gnu::constructor]] void give_names() {
  give_name(&environ, sizeof environ, "the environment");
  give_name(&next_token, sizeof next_token, "the place where strtok goes on");
  give_name(&broken_down_time, sizeof broken_down_time, "the result of localtime and gmtime");
  give_name(&time_as_text, sizeof time_as_text, "the result of ctime and asctime");
}

// The environment is the pointer to it that programs can see, whatever changes.
void reads_environment(Address place) {
  announce(&environ, sizeof environ, OperationKind::read, place);
}
void writes_environment(Address place) {
  announce(&environ, sizeof environ, OperationKind::write, place);
}

void uses_process(Address place) {
  if (running == nullptr) return;
  running->waiting.forget_spinning();
  update_number(
      number_at(RuntimeState::process), [](std::int64_t value, std::int64_t) { return value + 1; },
      0, place, MemoryOrder::relaxed);
}

}  // namespace

// --- The environment -----------------------------------------------------------------------------

MAZURKA_EXPORT char* getenv(const char* name) noexcept {
  reads_environment(PLACE);
  static auto* const of_libc = real<char*(const char*)>("getenv");
  return of_libc(name);
}
MAZURKA_EXPORT char* secure_getenv(const char* name) noexcept {
  reads_environment(PLACE);
  static auto* const of_libc = real<char*(const char*)>("secure_getenv");
  return of_libc(name);
}
MAZURKA_EXPORT int setenv(const char* name, const char* value, int replaces) noexcept {
  writes_environment(PLACE);
  return real<int(const char*, const char*, int)>("setenv")(name, value, replaces);
}
MAZURKA_EXPORT int unsetenv(const char* name) noexcept {
  writes_environment(PLACE);
  return real<int(const char*)>("unsetenv")(name);
}
MAZURKA_EXPORT int putenv(char* text) noexcept {
  writes_environment(PLACE);
  return real<int(char*)>("putenv")(text);
}
MAZURKA_EXPORT int clearenv() noexcept {
  writes_environment(PLACE);
  return real<int()>("clearenv")();
}

// --- Functions that keep something for the next call, or return a static object ------------------

MAZURKA_EXPORT char* strtok(char* text, const char* separators) noexcept {
  announce(&next_token, sizeof next_token, OperationKind::write, PLACE);
  static auto* const of_libc = real<char*(char*, const char*)>("strtok");
  return of_libc(text, separators);
}

MAZURKA_EXPORT tm* localtime(const time_t* time) noexcept {
  announce(&broken_down_time, sizeof broken_down_time, OperationKind::write, PLACE);
  tzset();
  return localtime_r(time, &broken_down_time);
}
MAZURKA_EXPORT tm* gmtime(const time_t* time) noexcept {
  announce(&broken_down_time, sizeof broken_down_time, OperationKind::write, PLACE);
  return gmtime_r(time, &broken_down_time);
}
MAZURKA_EXPORT char* ctime(const time_t* time) noexcept {
  announce(&time_as_text, sizeof time_as_text, OperationKind::write, PLACE);
  tzset();
  return ctime_r(time, time_as_text);
}
MAZURKA_EXPORT char* asctime(const tm* time) noexcept {
  announce(&time_as_text, sizeof time_as_text, OperationKind::write, PLACE);
  return asctime_r(time, time_as_text);
}

// --- What the kernel keeps -----------------------------------------------------------------------

MAZURKA_EXPORT int chdir(const char* folder) noexcept {
  uses_process(PLACE);
  if (running != nullptr) keep_working_folder();
  return static_cast<int>(raw_system_call(SYS_chdir, as_long(folder)));
}
MAZURKA_EXPORT int fchdir(int descriptor) noexcept {
  uses_process(PLACE);
  if (running != nullptr) keep_working_folder();
  return static_cast<int>(raw_system_call(SYS_fchdir, descriptor));
}
MAZURKA_EXPORT char* getcwd(char* to, std::size_t size) noexcept {
  uses_process(PLACE);
  static auto* const of_libc = real<char*(char*, std::size_t)>("getcwd");
  return of_libc(to, size);
}
MAZURKA_EXPORT mode_t umask(mode_t mask) noexcept {
  uses_process(PLACE);
  const auto before = static_cast<mode_t>(raw_system_call(SYS_umask, static_cast<long>(mask)));
  if (running != nullptr) keep_file_mask(before);
  return before;
}
