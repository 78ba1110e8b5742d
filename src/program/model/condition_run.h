// Runs code that computes a value from its own registers and ends with `finish`: the condition of
// an await, or the guard of a receive.
#pragma once

#include <cstdint>

#include "program/model/arithmetic.h"
#include "program/model/bytecode.h"

namespace mazurka::model {

struct ConditionOutcome {
  bool holds = false;
  std::uint32_t failed_at = nothing;  // the instruction
  std::int64_t index = 0;             // that was out of range
  [[nodiscard]] bool lets_continue() const { return holds || failed_at != nothing; }
};

// `r` are the registers, and `value_of` returns the value of a cell. Sets `result` to the value.
template <class ValueOf>
ConditionOutcome run_condition(const Image& image, std::uint32_t entry, std::int64_t* r,
                               ValueOf value_of, std::int64_t& result) {
  for (std::uint32_t pc = entry;;) {
    const Instruction& i = image.code[pc];
    switch (i.op) {
      case Op::load:
        r[i.a] = image.constants[i.b];
        break;
      case Op::move:
        r[i.a] = r[i.b];
        break;
      case Op::jump_if_zero:
        if (r[i.b] != 0) break;
        pc = i.a;
        continue;
      case Op::pick: {
        const Array& array = image.arrays[i.b];
        if (r[i.c] < 0 || r[i.c] >= array.count) return {false, pc, r[i.c]};
        r[i.a] = array.first + r[i.c];
        break;
      }
      case Op::read:
        r[i.a] = value_of(i.b_in_register ? static_cast<std::uint32_t>(r[i.b]) : i.b);
        break;
      case Op::finish:
        result = r[i.a];
        return {result != 0};
      default:
        if (!is_defined(i.op, r[i.c])) return {false, pc, 0};
        r[i.a] = apply(i.op, r[i.b], r[i.c]);
    }
    ++pc;
  }
}

}  // namespace mazurka::model
