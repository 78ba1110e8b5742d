/* Hooks that simulate the worst scheduler: every hook gives every variable a new value, as if
 * another thread had run, and checks that exactly the announced access happened since the last
 * hook.
 *
 * tests/native/hooks/run generates the programs and passes the addresses of their variables in
 * HOOKS_VARIABLES: taking addresses in the program would prevent optimisations of statics. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hooks.h"

#define HOOK __attribute__((visibility("default")))

enum { most_variables = 64, most_events = 4096, most_bytes = 8 };

struct variable {
  unsigned char* at;
  size_t size;
  unsigned char last[most_bytes]; /* the value that the last hook wrote */
};

struct event {
  char kind; /* R, W, U */
  const unsigned char* at;
  size_t size;
  uint64_t value;   /* read, or written */
  uint64_t operand; /* of U */
};

static struct variable variables[most_variables];
static int variable_count;
static struct event events[most_events];
static int event_count;
static uint64_t state = 88172645463325252u;
static long violations, checked;

static unsigned char random_byte(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned char)(state >> 33);
}

static void complain(const char* what, int place) {
  if (violations++ < 5) fprintf(stderr, "hooks: %s (%d)\n", what, place);
}

static uint64_t bytes_at(const unsigned char* at, size_t size) {
  uint64_t value = 0;
  memcpy(&value, at, size);
  return value;
}

/* Checks what happened since the last hook. */
static void look(void) {
  struct event* last = event_count > 0 ? &events[event_count - 1] : NULL;
  int may_write = last != NULL && last->kind == 'W';
  for (int i = 0; i < variable_count; ++i) {
    struct variable* v = &variables[i];
    int announced = may_write && v->at <= last->at && last->at < v->at + v->size;
    if (announced)
      last->value = bytes_at(last->at, last->size);
    else if (memcmp(v->at, v->last, v->size) != 0)
      complain("a write that was not announced, or came late", event_count);
  }
}

/* Gives all variables new random values. */
static void scramble(void) {
  for (int i = 0; i < variable_count; ++i) {
    struct variable* v = &variables[i];
    for (size_t b = 0; b < v->size; ++b) v->at[b] = v->last[b] = random_byte();
  }
}

static struct event* hook(char kind, const volatile void* at, size_t size) {
  static struct event too_many;
  look();
  scramble();
  if (event_count == most_events) return &too_many;
  struct event* now = &events[event_count++];
  now->kind = kind;
  now->at = (const unsigned char*)at;
  now->size = size;
  now->value = size <= most_bytes ? bytes_at(now->at, size) : 0;
  return now;
}

/* --- What instrumented code calls -------------------------------------------------------------- */

static int is_watched(const volatile void* at) {
  for (int i = 0; i < variable_count; ++i)
    if (variables[i].at <= (const unsigned char*)at &&
        (const unsigned char*)at < variables[i].at + variables[i].size)
      return 1;
  return 0;
}

static void access_to(char kind, const volatile void* at, size_t size) {
  if (is_watched(at)) hook(kind, at, size);
}

#define ACCESS(size)                                                                      \
  HOOK void __tsan_read##size(void* a) { access_to('R', a, size); }                       \
  HOOK void __tsan_write##size(void* a) { access_to('W', a, size); }                      \
  HOOK void __tsan_volatile_read##size(void* a) { access_to('R', a, size); }              \
  HOOK void __tsan_volatile_write##size(void* a) { access_to('W', a, size); }             \
  HOOK void __tsan_unaligned_read##size(void* a) { access_to('R', a, size); }             \
  HOOK void __tsan_unaligned_write##size(void* a) { access_to('W', a, size); }            \
  HOOK void __tsan_unaligned_volatile_read##size(void* a) { access_to('R', a, size); }    \
  HOOK void __tsan_unaligned_volatile_write##size(void* a) { access_to('W', a, size); }   \
  HOOK void __tsan_read_write##size(void* a) {                                            \
    access_to('R', a, size);                                                              \
    access_to('W', a, size);                                                              \
  }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

HOOK void __tsan_init(void) {}
HOOK void __tsan_func_entry(void* caller) { (void)caller; }
HOOK void __tsan_func_exit(void) {}

#define ATOMIC(bits, type)                                                                       \
  HOOK type __tsan_atomic##bits##_fetch_add(volatile type* a, type operand, int order) {         \
    (void)order;                                                                                 \
    struct event* now = hook('U', a, sizeof *a);                                                 \
    type old = *a;                                                                               \
    now->operand = (type)operand;                                                                \
    return old;                                                                                  \
  }                                                                                              \
  HOOK type __tsan_atomic##bits##_load(const volatile type* a, int order) {                      \
    (void)order;                                                                                 \
    hook('R', a, sizeof *a);                                                                     \
    return *a;                                                                                   \
  }                                                                                              \
  HOOK void __tsan_atomic##bits##_store(volatile type* a, type value, int order) {               \
    (void)order;                                                                                 \
    hook('W', a, sizeof *a);                                                                     \
    *a = value;                                                                                  \
  }
ATOMIC(8, unsigned char)
ATOMIC(16, unsigned short)
ATOMIC(32, unsigned)
ATOMIC(64, unsigned long)

/* --- What the programs call -------------------------------------------------------------------- */

static int64_t as_type(uint64_t value, int size, int is_signed) {
  if (size == 8) return (int64_t)value;
  uint64_t mask = (UINT64_C(1) << (8 * size)) - 1;
  value &= mask;
  if (is_signed && (value >> (8 * size - 1)) != 0) value |= ~mask;
  return (int64_t)value;
}

static int64_t value_of_local(const struct hooks_step* steps, int local) {
  const struct hooks_step* step = &steps[local];
  return as_type(events[local].value, step->size, step->is_signed);
}

static int64_t computed(const struct hooks_step* steps, const struct hooks_step* step) {
  int64_t a = step->first < 0 ? 0 : value_of_local(steps, step->first);
  int64_t b = step->second < 0 ? 0 : value_of_local(steps, step->second);
  if (step->compares) return a < b ? step->constant : step->constant + 1;
  return (int64_t)((uint64_t)a + (uint64_t)b + (uint64_t)step->constant);
}

HOOK void hooks_verify(const struct hooks_step* steps, int count, int64_t seen) {
  look();
  if (event_count != count) complain("another number of accesses than in the source", event_count);
  uint64_t sum = 0;
  for (int i = 0; i < count && i < event_count; ++i) {
    const struct hooks_step* step = &steps[i];
    const struct event* event = &events[i];
    ++checked;
    if (event->kind != step->kind || event->size != (size_t)step->size ||
        event->at != (const unsigned char*)hooks_places[step->place]) {
      complain("another access than in the source", i);
      break;
    }
    int64_t expected = computed(steps, step);
    if (step->kind == 'W' && as_type(event->value, step->size, 0) !=
                                 as_type((uint64_t)expected, step->size, 0))
      complain("another value is written than was read before", i);
    if (step->kind == 'U' && as_type(event->operand, step->size, 0) !=
                                 as_type((uint64_t)expected, step->size, 0))
      complain("another value is added than was read before", i);
    if (step->kind != 'W' && !step->is_hidden) sum += (uint64_t)value_of_local(steps, i);
  }
  if (event_count == count && sum != (uint64_t)seen)
    complain("another value was read than the variable had", count);
  event_count = 0;
  scramble();
}

void* hooks_places[most_variables];

__attribute__((constructor)) static void find_variables(void) {
  const char* text = getenv("HOOKS_VARIABLES"); /* address:size,... */
  while (text != NULL && *text != '\0' && variable_count < most_variables) {
    char* rest;
    struct variable* v = &variables[variable_count];
    v->at = (unsigned char*)strtoull(text, &rest, 16);
    v->size = strtoull(rest + 1, &rest, 16);
    hooks_places[variable_count++] = v->at;
    text = *rest == ',' ? rest + 1 : rest;
  }
  scramble();
}

__attribute__((destructor)) static void report(void) {
  printf("%ld events, %ld violations\n", checked, violations);
}
