// Functions that code compiled with -fsanitize=undefined and -fno-sanitize-recover calls when it
// detects undefined behaviour. Their arguments, which describe the location, are ignored, because
// the call stack in the report shows it, too.
#include <cstdint>

#include "program/native/platform/shadow.h"

using namespace mazurka::native;

#define CALLED extern "C" [[gnu::used]]
#define MISTAKE(name, words) \
  CALLED void __ubsan_handle_##name() { report_mistake(words, 0); }

MISTAKE(add_overflow_abort, "a sum overflows")
MISTAKE(sub_overflow_abort, "a difference overflows")
MISTAKE(mul_overflow_abort, "a product overflows")
MISTAKE(negate_overflow_abort, "a negation overflows")
MISTAKE(divrem_overflow_abort, "a division by 0, or its result does not fit")
MISTAKE(shift_out_of_bounds_abort, "a shift by too many bits")
MISTAKE(out_of_bounds_abort, "an index out of bounds")
MISTAKE(pointer_overflow_abort, "arithmetic on a pointer overflows")
MISTAKE(type_mismatch_v1_abort, "an object is null, misaligned, or too small for its type")
MISTAKE(alignment_assumption_abort, "an assumed alignment does not hold")
MISTAKE(load_invalid_value_abort, "a value that its type does not have")
MISTAKE(float_cast_overflow_abort, "a floating-point number does not fit")
MISTAKE(function_type_mismatch_v1_abort, "a function is called by another type")
MISTAKE(function_type_mismatch_abort, "a function is called by another type")
MISTAKE(invalid_builtin_abort, "an argument that a builtin function does not take")
MISTAKE(nonnull_arg_abort, "null as an argument that must not be null")
MISTAKE(nonnull_return_v1_abort, "null as a result that must not be null")
MISTAKE(nullability_arg_abort, "null as an argument that must not be null")
MISTAKE(nullability_return_v1_abort, "null as a result that must not be null")
MISTAKE(vla_bound_not_positive_abort, "an array of no or negative size")
MISTAKE(builtin_unreachable, "a place that cannot be reached")
MISTAKE(missing_return, "a function ends without a result")

// Called before calls of virtual functions to check the dynamic type of the object. This check is
// not implemented, because it needs run-time type information.
extern "C" std::uintptr_t __ubsan_vptr_type_cache[128];
std::uintptr_t __ubsan_vptr_type_cache[128] = {};
CALLED void __ubsan_handle_dynamic_type_cache_miss_abort() {}
