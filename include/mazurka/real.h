/* The functions of mazurka.h for a program that runs with real threads. Included by mazurka.h only.
 *
 * Every file that includes it has its own copy of each function, and all copies are weak: the
 * linker keeps one. So C and C++ files mix, no library is needed, and there is one set of static
 * variables (those of the copies that are kept). */
#ifndef MAZURKA_REAL_H
#define MAZURKA_REAL_H
#pragma GCC system_header

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MZ_REAL __attribute__((weak))

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mz_real_message {
  struct mz_real_message* next;
  void (*run)(void*);
  void (*drop)(void*); /* NULL: nothing to free */
  void* arg;
} mz_real_message;

/* A delayed post. */
typedef struct mz_real_timer {
  mz_handler* to;
  mz_real_message* message;
  int milliseconds;
} mz_real_timer;

/* Everything but `name`, `thread` and `next` is guarded by `lock`. Handlers are never freed, so
 * that a post to one that was joined is noticed; mz_real_keep keeps them reachable. */
struct mz_handler {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  mz_real_message* first;
  mz_real_message** last; /* where the next message is linked in */
  int is_running;         /* a message is running */
  int has_quit;
  int is_joined;
  pthread_t thread;
  struct mz_handler* next;
  char name[64];
};

void mz_real_fail(const mz_handler* handler, const char* what);
void* mz_real_new(size_t size);
mz_handler** mz_real_current(void);
void mz_real_keep(mz_handler* handler);
mz_real_message* mz_real_take(mz_handler* handler);
void* mz_real_loop(void* handler);
void mz_real_drop(mz_real_message* first);
mz_real_message* mz_real_message_of(void (*run)(void*), void (*drop)(void*), void* arg);
void mz_real_post(mz_handler* to, mz_real_message* message, int is_delayed);
void* mz_real_post_later(void* timer);

MZ_REAL void mz_real_fail(const mz_handler* handler, const char* what) {
  fprintf(stderr, "mazurka: misuse: %s%s%s\n", what, handler ? ": " : "",
          handler ? handler->name : "");
  abort();
}

MZ_REAL void* mz_real_new(size_t size) {
  void* memory = calloc(1, size);
  if (!memory) {
    fputs("mazurka: not enough memory\n", stderr);
    abort();
  }
  return memory;
}

MZ_REAL mz_handler** mz_real_current(void) {
  static __thread mz_handler* current;
  return &current;
}

MZ_REAL void mz_real_keep(mz_handler* handler) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static mz_handler* volatile handlers;
  pthread_mutex_lock(&lock);
  handler->next = handlers;
  handlers = handler;
  pthread_mutex_unlock(&lock);
}

/* Blocks until there is a message and returns it; returns NULL when the handler has quit. Returns
 * the oldest message for both disciplines, because a multiset may return any. */
MZ_REAL mz_real_message* mz_real_take(mz_handler* handler) {
  mz_real_message* message;
  pthread_mutex_lock(&handler->lock);
  handler->is_running = 0;
  pthread_cond_broadcast(&handler->changed);
  while (!handler->first && !handler->has_quit)
    pthread_cond_wait(&handler->changed, &handler->lock);
  message = handler->has_quit ? NULL : handler->first;
  if (message) {
    handler->first = message->next;
    if (!handler->first) handler->last = &handler->first;
    handler->is_running = 1;
  }
  pthread_mutex_unlock(&handler->lock);
  return message;
}

MZ_REAL void* mz_real_loop(void* argument) {
  mz_handler* handler = (mz_handler*)argument;
  mz_real_message* message;
  *mz_real_current() = handler;
  while ((message = mz_real_take(handler)) != NULL) {
    mz_real_message now = *message;
    free(message);
    now.run(now.arg);
  }
  return NULL;
}

MZ_REAL void mz_real_drop(mz_real_message* first) {
  while (first) {
    mz_real_message now = *first;
    free(first);
    if (now.drop) now.drop(now.arg);
    first = now.next;
  }
}

MZ_REAL mz_handler* mz_handler_create(const char* name, mz_discipline discipline) {
  mz_handler* handler = (mz_handler*)mz_real_new(sizeof(mz_handler));
  (void)discipline;
  strncpy(handler->name, name ? name : "handler", sizeof(handler->name) - 1);
  pthread_mutex_init(&handler->lock, NULL);
  pthread_cond_init(&handler->changed, NULL);
  handler->last = &handler->first;
  mz_real_keep(handler);
  if (pthread_create(&handler->thread, NULL, mz_real_loop, handler) != 0) {
    fprintf(stderr, "mazurka: cannot start the thread of handler %s\n", handler->name);
    abort();
  }
  return handler;
}

MZ_REAL mz_real_message* mz_real_message_of(void (*run)(void*), void (*drop)(void*), void* arg) {
  mz_real_message* message = (mz_real_message*)mz_real_new(sizeof(mz_real_message));
  message->run = run;
  message->drop = drop;
  message->arg = arg;
  return message;
}

MZ_REAL void mz_real_post(mz_handler* to, mz_real_message* message, int is_delayed) {
  pthread_mutex_lock(&to->lock);
  if (to->is_joined && !is_delayed) mz_real_fail(to, "a post to a handler that was joined");
  if (!to->has_quit) {
    *to->last = message;
    to->last = &message->next;
    message = NULL;
    pthread_cond_broadcast(&to->changed);
  }
  pthread_mutex_unlock(&to->lock);
  mz_real_drop(message);
}

MZ_REAL void mz_post_owned(mz_handler* to, void (*run)(void*), void (*drop)(void*), void* arg) {
  mz_real_post(to, mz_real_message_of(run, drop, arg), 0);
}

MZ_REAL void mz_post(mz_handler* to, void (*run)(void*), void* arg) {
  mz_post_owned(to, run, NULL, arg);
}

MZ_REAL mz_handler* mz_current_handler(void) { return *mz_real_current(); }

MZ_REAL void mz_assume(int condition) {
  if (condition) return;
  fflush(stdout);
  _Exit(0);
}

MZ_REAL void mz_expect_race(const volatile void* address, unsigned long size) {
  (void)address;
  (void)size;
}

MZ_REAL int mz_choose(int n) {
  static __thread uint64_t state; /* xorshift64 */
  if (n < 1) mz_real_fail(NULL, "mz_choose needs at least one value");
  if (state == 0) state = ((uint64_t)time(NULL) << 20) ^ (uint64_t)clock() ^ (uintptr_t)&state ^ 1;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (int)((state >> 33) % (uint64_t)n);
}

MZ_REAL void* mz_real_post_later(void* argument) {
  mz_real_timer timer = *(mz_real_timer*)argument;
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t never = PTHREAD_COND_INITIALIZER;
  struct timespec end;
  free(argument);
  timespec_get(&end, TIME_UTC);
  end.tv_nsec += timer.milliseconds * 1000000L;
  end.tv_sec += end.tv_nsec / 1000000000L;
  end.tv_nsec %= 1000000000L;
  pthread_mutex_lock(&lock);
  while (pthread_cond_timedwait(&never, &lock, &end) == 0) {
  }
  pthread_mutex_unlock(&lock);
  mz_real_post(timer.to, timer.message, 1);
  return NULL;
}

/* A thread posts after up to 20 milliseconds. */
MZ_REAL void mz_post_delayed_owned(mz_handler* to, void (*run)(void*), void (*drop)(void*),
                                   void* arg) {
  mz_real_timer* timer = (mz_real_timer*)mz_real_new(sizeof(mz_real_timer));
  pthread_t thread;
  timer->to = to;
  timer->message = mz_real_message_of(run, drop, arg);
  timer->milliseconds = mz_choose(20);
  if (pthread_create(&thread, NULL, mz_real_post_later, timer) != 0)
    mz_real_fail(to, "cannot start the thread of a delayed post");
  pthread_detach(thread);
}

MZ_REAL void mz_post_delayed(mz_handler* to, void (*run)(void*), void* arg) {
  mz_post_delayed_owned(to, run, NULL, arg);
}

MZ_REAL void mz_handler_quit(mz_handler* handler) {
  mz_real_message* dropped;
  pthread_mutex_lock(&handler->lock);
  handler->has_quit = 1;
  dropped = handler->first;
  handler->first = NULL;
  handler->last = &handler->first;
  pthread_cond_broadcast(&handler->changed);
  pthread_mutex_unlock(&handler->lock);
  mz_real_drop(dropped);
}

MZ_REAL void mz_handler_join(mz_handler* handler) {
  pthread_mutex_lock(&handler->lock);
  if (handler->is_joined) mz_real_fail(handler, "a handler is joined twice");
  while (handler->is_running || (handler->first && !handler->has_quit))
    pthread_cond_wait(&handler->changed, &handler->lock);
  handler->is_joined = 1;
  handler->has_quit = 1;
  pthread_cond_broadcast(&handler->changed);
  pthread_mutex_unlock(&handler->lock);
  pthread_join(handler->thread, NULL);
}

/* --- Mailboxes --- */

typedef struct mz_real_mail {
  struct mz_real_mail* next;
  mz_message message;
} mz_real_mail;

/* Everything but `name` is guarded by `lock`. */
struct mz_mailbox {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  mz_real_mail* first;
  mz_real_mail** last; /* where the next message is linked in */
  pthread_t owner;     /* the thread that receives */
  int has_owner;
  char name[64];
};

void mz_real_fail_mailbox(const mz_mailbox* mailbox, const char* what);
int mz_real_find(mz_mailbox* from, mz_matches matches, void* argument, mz_message* result);
int mz_real_receive(mz_mailbox* from, mz_matches matches, void* argument, int blocks,
                    mz_message* result);

MZ_REAL void mz_real_fail_mailbox(const mz_mailbox* mailbox, const char* what) {
  fprintf(stderr, "mazurka: misuse: %s: %s\n", what, mailbox->name);
  abort();
}

MZ_REAL mz_mailbox* mz_mailbox_create(const char* name) {
  mz_mailbox* mailbox = (mz_mailbox*)mz_real_new(sizeof(mz_mailbox));
  strncpy(mailbox->name, name ? name : "mailbox", sizeof(mailbox->name) - 1);
  pthread_mutex_init(&mailbox->lock, NULL);
  pthread_cond_init(&mailbox->changed, NULL);
  mailbox->last = &mailbox->first;
  return mailbox;
}

MZ_REAL void mz_send(mz_mailbox* to, int tag, void* pointer) {
  mz_real_mail* mail = (mz_real_mail*)mz_real_new(sizeof(mz_real_mail));
  mail->message.tag = tag;
  mail->message.pointer = pointer;
  pthread_mutex_lock(&to->lock);
  *to->last = mail;
  to->last = &mail->next;
  pthread_cond_broadcast(&to->changed);
  pthread_mutex_unlock(&to->lock);
}

/* Takes the first match out of the mailbox. REQUIRES: the lock is held. */
MZ_REAL int mz_real_find(mz_mailbox* from, mz_matches matches, void* argument, mz_message* result) {
  mz_real_mail** place;
  for (place = &from->first; *place; place = &(*place)->next) {
    mz_real_mail* mail = *place;
    if (matches && !matches(mail->message.tag, mail->message.pointer, argument)) continue;
    *result = mail->message;
    *place = mail->next;
    if (!*place) from->last = place;
    free(mail);
    return 1;
  }
  return 0;
}

MZ_REAL int mz_real_receive(mz_mailbox* from, mz_matches matches, void* argument, int blocks,
                            mz_message* result) {
  int found;
  pthread_mutex_lock(&from->lock);
  if (!from->has_owner) {
    from->owner = pthread_self();
    from->has_owner = 1;
  }
  if (!pthread_equal(from->owner, pthread_self()))
    mz_real_fail_mailbox(from, "a second thread receives from a mailbox");
  while (!(found = mz_real_find(from, matches, argument, result)) && blocks)
    pthread_cond_wait(&from->changed, &from->lock);
  pthread_mutex_unlock(&from->lock);
  return found;
}

MZ_REAL mz_message mz_receive(mz_mailbox* from, mz_matches matches, void* argument) {
  mz_message result;
  (void)mz_real_receive(from, matches, argument, 1, &result);
  return result;
}

MZ_REAL int mz_try_receive(mz_mailbox* from, mz_matches matches, void* argument,
                           mz_message* result) {
  return mz_real_receive(from, matches, argument, 0, result);
}

MZ_REAL void mz_mailbox_destroy(mz_mailbox* mailbox, void (*drop)(int tag, void* pointer)) {
  mz_real_mail* mail = mailbox->first;
  while (mail) {
    mz_real_mail now = *mail;
    free(mail);
    if (drop) drop(now.message.tag, now.message.pointer);
    mail = now.next;
  }
  pthread_mutex_destroy(&mailbox->lock);
  pthread_cond_destroy(&mailbox->changed);
  free(mailbox);
}

#ifdef __cplusplus
}
#endif

#undef MZ_REAL

#endif
