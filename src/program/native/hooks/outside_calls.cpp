// Further calls whose results come from outside of the program. They are passed on to the C library
// and recorded: if their results differ between executions, the report of nondeterminism names the
// last one.
#ifndef __NO_INLINE__
#define __NO_INLINE__ 1  // prevents <cstdio> from defining some of these functions inline
#endif
#include <cstdarg>
#include <cstdio>
#include <cwchar>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/times.h>
#include <sys/uio.h>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/debug_info/warnings.h"
#include "program/native/hooks/descriptor_calls.h"
#include "program/native/kernel/standard_input.h"
#include "program/native/platform/export.h"
#include "program/native/platform/real_call.h"
#include "program/native/process/running.h"
#include "program/native/schedule/file_uses.h"
#include "program/native/schedule/outside_call.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

namespace {

void note(const char* name, Address place) {
  if (running != nullptr) note_outside_call(name, place);
}

void note_use(FILE* stream, bool changes, Address place) {
  if (running == nullptr || stream == stdin || stream == stdout || stream == stderr) return;
  const OutsideProgram outside;
  note_descriptor_use(fileno(stream), changes, FilePosition::its_own, place);
}

void note_writing(FILE* stream, Address place) {
  note_use(stream, true, place);
  if (running == nullptr) return;
  // The size of the file is looked at now and then, because that takes time.
  static unsigned writes = 0;
  if (++writes % 256 == 0) require_small_file(fileno(stream), place);
}

void note_reading(const char* name, FILE* stream, Address place) {
  note(name, place);
  note_use(stream, false, place);
  before_reading(stream, place);
}

}  // namespace

// --- Descriptors, besides read and write ---------------------------------------------------------

#define USES(what, position, name, type, parameters, ...)                       \
  MAZURKA_EXPORT ssize_t name parameters {                                      \
    look_at_descriptor(#name, descriptor, what, PLACE, FilePosition::position); \
    static auto* const of_libc = real<type>(#name);                             \
    return of_libc(descriptor, __VA_ARGS__);                                    \
  }
#define READS(...) USES(POLLIN, its_own, __VA_ARGS__)
#define READS_AT(...) USES(POLLIN, given, __VA_ARGS__)
#define WRITES(...) USES(POLLOUT, its_own, __VA_ARGS__)
#define WRITES_AT(...) USES(POLLOUT, given, __VA_ARGS__)

READS(readv, ssize_t(int, const iovec*, int), (int descriptor, const iovec* to, int count), to,
      count)
READS_AT(pread, ssize_t(int, void*, std::size_t, off_t),
         (int descriptor, void* to, std::size_t size, off_t at), to, size, at)
READS_AT(pread64, ssize_t(int, void*, std::size_t, off_t),
         (int descriptor, void* to, std::size_t size, off_t at), to, size, at)
READS(recv, ssize_t(int, void*, std::size_t, int),
      (int descriptor, void* to, std::size_t size, int flags), to, size, flags)
READS(recvfrom, ssize_t(int, void*, std::size_t, int, sockaddr*, socklen_t*),
      (int descriptor, void* to, std::size_t size, int flags, sockaddr* from, socklen_t* length),
      to, size, flags, from, length)
READS(recvmsg, ssize_t(int, msghdr*, int), (int descriptor, msghdr* to, int flags), to, flags)
WRITES(writev, ssize_t(int, const iovec*, int), (int descriptor, const iovec* from, int count),
       from, count)
WRITES_AT(pwrite, ssize_t(int, const void*, std::size_t, off_t),
          (int descriptor, const void* from, std::size_t size, off_t at), from, size, at)
WRITES_AT(pwrite64, ssize_t(int, const void*, std::size_t, off_t),
          (int descriptor, const void* from, std::size_t size, off_t at), from, size, at)
WRITES(send, ssize_t(int, const void*, std::size_t, int),
       (int descriptor, const void* from, std::size_t size, int flags), from, size, flags)
WRITES(sendto, ssize_t(int, const void*, std::size_t, int, const sockaddr*, socklen_t),
       (int descriptor, const void* from, std::size_t size, int flags, const sockaddr* to,
        socklen_t length),
       from, size, flags, to, length)
WRITES(sendmsg, ssize_t(int, const msghdr*, int), (int descriptor, const msghdr* from, int flags),
       from, flags)

// --- Streams: the C library's stdio does not call the hook of read() -----------------------------

#define READS_STREAM(result, name, type, parameters, ...) \
  MAZURKA_EXPORT result name parameters {                 \
    note_reading(#name, stream, PLACE);                   \
    static auto* const of_libc = real<type>(#name);       \
    return of_libc(__VA_ARGS__);                          \
  }

READS_STREAM(std::size_t, fread, std::size_t(void*, std::size_t, std::size_t, FILE*),
             (void* to, std::size_t size, std::size_t count, FILE* stream), to, size, count, stream)
READS_STREAM(std::size_t, fread_unlocked, std::size_t(void*, std::size_t, std::size_t, FILE*),
             (void* to, std::size_t size, std::size_t count, FILE* stream), to, size, count, stream)
READS_STREAM(char*, fgets, char*(char*, int, FILE*), (char* to, int size, FILE* stream), to, size,
             stream)
READS_STREAM(char*, fgets_unlocked, char*(char*, int, FILE*), (char* to, int size, FILE* stream),
             to, size, stream)
READS_STREAM(int, fgetc, int(FILE*), (FILE * stream), stream)
READS_STREAM(int, fgetc_unlocked, int(FILE*), (FILE * stream), stream)
READS_STREAM(int, getc, int(FILE*), (FILE * stream), stream)
READS_STREAM(int, getc_unlocked, int(FILE*), (FILE * stream), stream)
READS_STREAM(wint_t, fgetwc, wint_t(FILE*), (FILE * stream), stream)
READS_STREAM(wint_t, getwc, wint_t(FILE*), (FILE * stream), stream)
READS_STREAM(wchar_t*, fgetws, wchar_t*(wchar_t*, int, FILE*),
             (wchar_t * to, int size, FILE* stream), to, size, stream)
READS_STREAM(ssize_t, getline, ssize_t(char**, std::size_t*, FILE*),
             (char** line, std::size_t* size, FILE* stream), line, size, stream)
READS_STREAM(ssize_t, getdelim, ssize_t(char**, std::size_t*, int, FILE*),
             (char** line, std::size_t* size, int end, FILE* stream), line, size, end, stream)
MAZURKA_EXPORT int getchar() {
  note("getchar", PLACE);
  return getc(stdin);
}
MAZURKA_EXPORT int getchar_unlocked() {
  note("getchar", PLACE);
  return getc_unlocked(stdin);
}
MAZURKA_EXPORT wint_t getwchar() {
  note("getwchar", PLACE);
  return getwc(stdin);
}

// What is written reaches the file when the buffer is full or the stream is closed, perhaps by
// another task. The order of these calls is the order in the file.
#define WRITES_STREAM(result, name, type, parameters, ...) \
  MAZURKA_EXPORT result name parameters {                  \
    note_writing(stream, PLACE);                           \
    static auto* const of_libc = real<type>(#name);        \
    return of_libc(__VA_ARGS__);                           \
  }

extern "C" int __vfprintf_chk(FILE*, int, const char*, va_list);
extern "C" int __fprintf_chk(FILE*, int, const char*, ...);
WRITES_STREAM(std::size_t, fwrite, std::size_t(const void*, std::size_t, std::size_t, FILE*),
              (const void* from, std::size_t size, std::size_t count, FILE* stream), from, size,
              count, stream)
WRITES_STREAM(int, fputs, int(const char*, FILE*), (const char* text, FILE* stream), text, stream)
WRITES_STREAM(int, fputc, int(int, FILE*), (int letter, FILE* stream), letter, stream)
WRITES_STREAM(int, putc, int(int, FILE*), (int letter, FILE* stream), letter, stream)
WRITES_STREAM(int, vfprintf, int(FILE*, const char*, va_list),
              (FILE * stream, const char* format, va_list list), stream, format, list)
WRITES_STREAM(int, __vfprintf_chk, int(FILE*, int, const char*, va_list),
              (FILE * stream, int flag, const char* format, va_list list), stream, flag, format,
              list)
MAZURKA_EXPORT int fprintf(FILE* stream, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int result = vfprintf(stream, format, list);
  va_end(list);
  return result;
}
MAZURKA_EXPORT int __fprintf_chk(FILE* stream, int flag, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int result = __vfprintf_chk(stream, flag, format, list);
  va_end(list);
  return result;
}

// Functions that compilers and macros call instead of those above.
extern "C" int __uflow(FILE*);
extern "C" char* __fgets_chk(char*, std::size_t, int, FILE*);
extern "C" std::size_t __fread_chk(void*, std::size_t, std::size_t, std::size_t, FILE*);
extern "C" ssize_t __getdelim(char**, std::size_t*, int, FILE*);
READS_STREAM(int, __uflow, int(FILE*), (FILE * stream), stream)
READS_STREAM(char*, __fgets_chk, char*(char*, std::size_t, int, FILE*),
             (char* to, std::size_t room, int size, FILE* stream), to, room, size, stream)
READS_STREAM(std::size_t, __fread_chk,
             std::size_t(void*, std::size_t, std::size_t, std::size_t, FILE*),
             (void* to, std::size_t room, std::size_t size, std::size_t count, FILE* stream), to,
             room, size, count, stream)
READS_STREAM(ssize_t, __getdelim, ssize_t(char**, std::size_t*, int, FILE*),
             (char** line, std::size_t* size, int end, FILE* stream), line, size, end, stream)

// Headers redirect these functions to other symbols, depending on the C standard in use. So each is
// defined under all symbols that the library has for it.
#define SCANS(prefix)                                                                          \
  extern "C" int scans_##prefix##list(FILE*, const char*, va_list) __asm__(#prefix "vfscanf"); \
  extern "C" int scans_##prefix##in(const char*, va_list) __asm__(#prefix "vscanf");           \
  extern "C" int scans_##prefix##stream(FILE*, const char*, ...) __asm__(#prefix "fscanf");    \
  extern "C" int scans_##prefix(const char*, ...) __asm__(#prefix "scanf");                    \
  MAZURKA_EXPORT int scans_##prefix##list(FILE* stream, const char* format, va_list list) {    \
    note_reading("fscanf", stream, PLACE);                                                     \
    static auto* const of_libc = real<int(FILE*, const char*, va_list)>(#prefix "vfscanf");    \
    return of_libc(stream, format, list);                                                      \
  }                                                                                            \
  MAZURKA_EXPORT int scans_##prefix##in(const char* format, va_list list) {                    \
    return scans_##prefix##list(stdin, format, list);                                          \
  }                                                                                            \
  MAZURKA_EXPORT int scans_##prefix##stream(FILE* stream, const char* format, ...) {           \
    va_list list;                                                                              \
    va_start(list, format);                                                                    \
    const int result = scans_##prefix##list(stream, format, list);                             \
    va_end(list);                                                                              \
    return result;                                                                             \
  }                                                                                            \
  MAZURKA_EXPORT int scans_##prefix(const char* format, ...) {                                 \
    va_list list;                                                                              \
    va_start(list, format);                                                                    \
    const int result = scans_##prefix##list(stdin, format, list);                              \
    va_end(list);                                                                              \
    return result;                                                                             \
  }
SCANS()
SCANS(__isoc99_)
SCANS(__isoc23_)  // from glibc 2.38 on

// --- Queries about the process ---------------------------------------------------------

#define NOTED_QUIETLY(result, name, type, parameters, ...) \
  MAZURKA_EXPORT result name parameters noexcept {         \
    note(#name, PLACE);                                    \
    static auto* const of_libc = real<type>(#name);        \
    return of_libc(__VA_ARGS__);                           \
  }

NOTED_QUIETLY(int, getrusage, int(__rusage_who_t, rusage*), (__rusage_who_t who, rusage* to), who,
              to)
NOTED_QUIETLY(clock_t, times, clock_t(tms*), (tms * to), to)
