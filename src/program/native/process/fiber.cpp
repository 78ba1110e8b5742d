#include "program/native/process/fiber.h"

#include <asm/prctl.h>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <string_view>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "program/native/platform/complain.h"
#include "program/native/platform/shadow.h"

// mazurka_switch_stack saves the callee-saved registers and switches stacks. It ends in a jump
// instead of a return, because the processor would mispredict the return address.
asm(R"(
  .text
  .globl mazurka_switch_stack
  .hidden mazurka_switch_stack
  .type mazurka_switch_stack, @function
mazurka_switch_stack:
  .cfi_startproc
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  popq %rcx
  jmp *%rcx
  .cfi_endproc
  .size mazurka_switch_stack, . - mazurka_switch_stack

  .globl mazurka_fiber_begin
  .hidden mazurka_fiber_begin
  .type mazurka_fiber_begin, @function
mazurka_fiber_begin:
  .cfi_startproc
  .cfi_undefined rip
  call *%rbx
  ud2
  .cfi_endproc
  .size mazurka_fiber_begin, . - mazurka_fiber_begin
)");

extern "C" void mazurka_fiber_begin();

namespace mazurka::native {

constinit Scheduler scheduler;

namespace {

struct ThreadLayout {
  std::size_t data_size = 0;     // of static thread-local data, which end at the thread pointer
  std::size_t control_size = 0;  // of the control block, which begins at the thread pointer
  std::vector<unsigned char> of_main;      // thread-local data of main after static constructors
  std::vector<unsigned char> of_new_ones;  // initial thread-local data of a new thread
  std::size_t modules = 0;
};
ThreadLayout layout;
// The fiber that used a slot last; null: the slot was not used. By area.
std::vector<const Fiber*> last_fiber;

constexpr std::size_t hwcap2_fsgsbase = 2;
constexpr std::size_t dtv_offset = 8;  // in the control block; "self" pointers are at 0 and 16

Address thread_pointer() {
  Address result;
  asm("movq %%fs:0, %0" : "=r"(result));
  return result;
}

struct Module {
  Address data;  // of the calling thread
  std::size_t size;
  Address initial;
  std::size_t initial_size;
  bool is_libc;
};

int add_module(dl_phdr_info* object, std::size_t /*size*/, void* result) {
  if (object->dlpi_tls_modid == 0 || object->dlpi_tls_data == nullptr) return 0;
  for (std::size_t i = 0; i < object->dlpi_phnum; ++i) {
    const auto& header = object->dlpi_phdr[i];
    if (header.p_type != PT_TLS) continue;
    static_cast<std::vector<Module>*>(result)->push_back(
        {reinterpret_cast<Address>(object->dlpi_tls_data), header.p_memsz,
         object->dlpi_addr + header.p_vaddr, header.p_filesz,
         std::string_view(object->dlpi_name).find("libc.so") != std::string_view::npos});
  }
  return 0;
}

// Prepares the initial thread-local data. The C library sets up its own thread-local data (locale,
// tables of <ctype.h>) in code that runs when a thread starts; fibers skip this code, so they get
// a copy of main's data. All other data start with the contents of the object's TLS segment.
void make_initial_data(const std::vector<Module>& modules) {
  const Address begin = scheduler.thread_pointer - layout.data_size;
  const auto* const now = reinterpret_cast<const unsigned char*>(begin);
  layout.of_main.assign(now, now + layout.data_size);
  layout.of_new_ones = layout.of_main;
  for (const Module& module : modules) {
    if (module.is_libc) continue;
    unsigned char* const to = layout.of_new_ones.data() + (module.data - begin);
    std::memset(to, 0, module.size);
    std::memcpy(to, reinterpret_cast<const void*>(module.initial), module.initial_size);
  }
}

Address thread_pointer_of(AreaId area) {
  const Address end = slot_of(area) + slot_size;
  return (end - layout.control_size) & ~(page_size - 1);
}

struct DtvEntry {
  Address value;
  void* to_free;
};

// Creates the dynamic thread vector (DTV) for the control block at `to`: the addresses of each
// object's thread-local data, preceded by the length of the vector. It is a copy of main's vector,
// in which addresses of static thread-local data are moved to the new thread.
void make_dtv(Address to) {
  const auto* const from =
      *reinterpret_cast<const DtvEntry* const*>(scheduler.thread_pointer + dtv_offset);
  const std::size_t length = from[-1].value + 2;
  auto* const copy = static_cast<DtvEntry*>(::operator new((length + 1) * sizeof(DtvEntry)));
  std::memcpy(copy, from - 1, (length + 1) * sizeof(DtvEntry));
  for (std::size_t i = 2; i <= length; ++i) {
    const Address offset = scheduler.thread_pointer - copy[i].value;
    if (offset <= layout.data_size) copy[i].value = to - offset;
  }
  *reinterpret_cast<DtvEntry**>(to + dtv_offset) = copy + 1;
}

void open_slot(AreaId area) {
  const Address begin = slot_of(area) + guard_size;
  if (mprotect(reinterpret_cast<void*>(begin), slot_size - guard_size, PROT_READ | PROT_WRITE) != 0)
    give_up("cannot get memory for the stack of another task");
  const Address pointer = thread_pointer_of(area);
  std::memcpy(reinterpret_cast<void*>(pointer), reinterpret_cast<void*>(scheduler.thread_pointer),
              layout.control_size);
  reinterpret_cast<Address*>(pointer)[0] = pointer;
  reinterpret_cast<Address*>(pointer)[2] = pointer;
  make_dtv(pointer);
}

}  // namespace

void prepare_fibers() {
  scheduler.thread_pointer = thread_pointer();
  scheduler.has_wrfsbase = (getauxval(AT_HWCAP2) & hwcap2_fsgsbase) != 0;
  const auto* const size =
      static_cast<const std::uint32_t*>(dlsym(RTLD_DEFAULT, "_thread_db_sizeof_pthread"));
  layout.control_size = size != nullptr ? *size : 2304;
  std::vector<Module> modules;
  dl_iterate_phdr(add_module, &modules);
  for (const Module& module : modules)
    if (module.data < scheduler.thread_pointer &&
        scheduler.thread_pointer - module.data > layout.data_size)
      layout.data_size = scheduler.thread_pointer - module.data;
  make_initial_data(modules);
  void* const slots = reinterpret_cast<void*>(slots_begin);
  if (mmap(slots, slots_end - slots_begin, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != slots)
    give_up("cannot reserve address space for the stacks of the tested program");
}

Address empty_report_stack() {
  constexpr std::size_t size = std::size_t{512}
                               << 10;  // reading debug information needs some stack
  alignas(16) static unsigned char stack[size];
  const auto begin = reinterpret_cast<Address>(stack);
  forget_frames(begin, begin + size);
  return begin + size;
}

Address top_of_stack(AreaId area) {
  return (thread_pointer_of(area) - layout.data_size - 64) & ~Address{63};
}

Address thread_data_begin(AreaId area) { return thread_pointer_of(area) - layout.data_size; }

void make_fiber(Fiber& fiber, AreaId area, void (*entry)(), bool as_main) {
  if (area.value >= last_fiber.size()) last_fiber.resize(area.value + 1, nullptr);
  const Fiber* const before = std::exchange(last_fiber[area.value], &fiber);
  fiber.stack_top = top_of_stack(area);
  if (before == nullptr) {
    open_slot(area);
  } else {
    // The fiber may have been abandoned in the middle of a call in the previous execution. If that
    // was on the report stack, or if another fiber had the slot, it is not known how far the stack
    // was used.
    const auto last = reinterpret_cast<Address>(fiber.stack_pointer);
    const bool is_known = before == &fiber && is_in_slot(last);
    forget_frames(is_known ? last : slot_of(area) + guard_size, fiber.stack_top);
  }
  fiber.thread_pointer = thread_pointer_of(area);
  const auto& data = as_main ? layout.of_main : layout.of_new_ones;
  std::memcpy(reinterpret_cast<void*>(fiber.thread_pointer - layout.data_size), data.data(),
              layout.data_size);
  auto* stack = reinterpret_cast<Address*>(fiber.stack_top);
  *--stack = 0;  // keeps the frame of mazurka_fiber_begin aligned
  *--stack = 0;
  *--stack = reinterpret_cast<Address>(&mazurka_fiber_begin);
  *--stack = 0;                                 // rbp: ends chains of frame pointers
  *--stack = reinterpret_cast<Address>(entry);  // rbx
  for (int i = 0; i < 4; ++i) *--stack = 0;     // r12 to r15
  fiber.stack_pointer = stack;
}

void set_thread_pointer_slowly(Address address) { syscall(SYS_arch_prctl, ARCH_SET_FS, address); }

bool is_stack_guard(AreaId area, Address address) { return address - slot_of(area) < guard_size; }

}  // namespace mazurka::native
