// Functions that code compiled for fuzzers calls, as in the preset `sanitize`. They do nothing,
// because coverage is not measured in tested programs.
#include <cstdint>

#define CALLED extern "C" [[gnu::used]]

extern "C" thread_local std::uintptr_t __sancov_lowest_stack;
thread_local std::uintptr_t __sancov_lowest_stack = 0;

CALLED void __sanitizer_cov_8bit_counters_init(char*, char*) {}
CALLED void __sanitizer_cov_pcs_init(const std::uintptr_t*, const std::uintptr_t*) {}
CALLED void __sanitizer_cov_trace_cmp1(std::uint8_t, std::uint8_t) {}
CALLED void __sanitizer_cov_trace_cmp2(std::uint16_t, std::uint16_t) {}
CALLED void __sanitizer_cov_trace_cmp4(std::uint32_t, std::uint32_t) {}
CALLED void __sanitizer_cov_trace_cmp8(std::uint64_t, std::uint64_t) {}
CALLED void __sanitizer_cov_trace_const_cmp1(std::uint8_t, std::uint8_t) {}
CALLED void __sanitizer_cov_trace_const_cmp2(std::uint16_t, std::uint16_t) {}
CALLED void __sanitizer_cov_trace_const_cmp4(std::uint32_t, std::uint32_t) {}
CALLED void __sanitizer_cov_trace_const_cmp8(std::uint64_t, std::uint64_t) {}
CALLED void __sanitizer_cov_trace_switch(std::uint64_t, std::uint64_t*) {}
CALLED void __sanitizer_cov_trace_pc_indir(std::uintptr_t) {}
CALLED void __sanitizer_cov_trace_div4(std::uint32_t) {}
CALLED void __sanitizer_cov_trace_div8(std::uint64_t) {}
CALLED void __sanitizer_cov_trace_gep(std::uintptr_t) {}
