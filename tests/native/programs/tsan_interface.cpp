// All functions that headers may call under -fsanitize=thread exist. Those of locks and fibers have
// no effect: one trace.
// traces: 1
#include <cstddef>

extern "C" {
void __tsan_acquire(void*);
void __tsan_release(void*);
void __tsan_mutex_create(void*, unsigned);
void __tsan_mutex_destroy(void*, unsigned);
void __tsan_mutex_pre_lock(void*, unsigned);
void __tsan_mutex_post_lock(void*, unsigned, int);
int __tsan_mutex_pre_unlock(void*, unsigned);
void __tsan_mutex_post_unlock(void*, unsigned);
void __tsan_mutex_pre_signal(void*, unsigned);
void __tsan_mutex_post_signal(void*, unsigned);
void __tsan_mutex_pre_divert(void*, unsigned);
void __tsan_mutex_post_divert(void*, unsigned);
void __tsan_check_no_mutexes_held();
void* __tsan_external_register_tag(const char*);
void __tsan_external_register_header(void*, const char*);
void __tsan_external_assign_tag(void*, void*);
void __tsan_external_read(void*, void*, void*);
void __tsan_external_write(void*, void*, void*);
void* __tsan_get_current_fiber();
void* __tsan_create_fiber(unsigned);
void __tsan_destroy_fiber(void*);
void __tsan_switch_to_fiber(void*, unsigned);
void __tsan_set_fiber_name(void*, const char*);
void AnnotateRWLockCreate(const char*, int, const volatile void*);
void AnnotateRWLockCreateStatic(const char*, int, const volatile void*);
void AnnotateRWLockDestroy(const char*, int, const volatile void*);
void AnnotateRWLockAcquired(const char*, int, const volatile void*, long);
void AnnotateRWLockReleased(const char*, int, const volatile void*, long);
void AnnotateBenignRace(const char*, int, const volatile void*, const char*);
void AnnotateIgnoreSyncBegin(const char*, int);
void AnnotateIgnoreSyncEnd(const char*, int);
void AnnotateEnableRaceDetection(const char*, int, int);
void AnnotateThreadName(const char*, int, const char*);
void AnnotateNewMemory(const char*, int, const volatile void*, std::size_t);
int RunningOnValgrind();
double ValgrindSlowdown();
}

int main() {
  int lock = 0;
  __tsan_mutex_create(&lock, 0);
  __tsan_mutex_pre_lock(&lock, 0);
  __tsan_mutex_post_lock(&lock, 0, 0);
  __tsan_mutex_pre_signal(&lock, 0);
  __tsan_mutex_post_signal(&lock, 0);
  __tsan_mutex_pre_divert(&lock, 0);
  __tsan_mutex_post_divert(&lock, 0);
  const int depth = __tsan_mutex_pre_unlock(&lock, 0);
  __tsan_mutex_post_unlock(&lock, 0);
  __tsan_mutex_destroy(&lock, 0);
  __tsan_check_no_mutexes_held();
  __tsan_release(&lock);
  __tsan_acquire(&lock);
  void* const tag = __tsan_external_register_tag("tag");
  __tsan_external_register_header(tag, "header");
  __tsan_external_assign_tag(&lock, tag);
  __tsan_external_read(&lock, nullptr, tag);
  __tsan_external_write(&lock, nullptr, tag);
  void* const fiber = __tsan_create_fiber(0);
  __tsan_set_fiber_name(fiber, "fiber");
  __tsan_switch_to_fiber(fiber, 0);
  __tsan_switch_to_fiber(__tsan_get_current_fiber(), 0);
  __tsan_destroy_fiber(fiber);
  AnnotateRWLockCreate("", 0, &lock);
  AnnotateRWLockCreateStatic("", 0, &lock);
  AnnotateRWLockAcquired("", 0, &lock, 1);
  AnnotateRWLockReleased("", 0, &lock, 1);
  AnnotateRWLockDestroy("", 0, &lock);
  AnnotateBenignRace("", 0, &lock, "");
  AnnotateIgnoreSyncBegin("", 0);
  AnnotateIgnoreSyncEnd("", 0);
  AnnotateEnableRaceDetection("", 0, 1);
  AnnotateThreadName("", 0, "main");
  AnnotateNewMemory("", 0, &lock, sizeof lock);
  return depth == 1 && RunningOnValgrind() == 0 && ValgrindSlowdown() >= 1 ? 0 : 1;
}
