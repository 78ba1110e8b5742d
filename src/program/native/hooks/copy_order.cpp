#include "program/native/hooks/copy_order.h"

#include <array>
#include <cstdint>

namespace mazurka::native {
namespace {

// Returns the length of ModRM, SIB and displacement.
int length_of_operand(const unsigned char* code) {
  const int mode = code[0] >> 6;
  const int base = code[0] & 7;
  if (mode == 3) return 1;
  int length = 1;
  bool has_wide_base = false;
  if (base == 4) {
    ++length;
    has_wide_base = mode == 0 && (code[1] & 7) == 5;
  }
  if (mode == 1) return length + 1;
  if (mode == 2 || has_wide_base || (mode == 0 && base == 5)) return length + 4;
  return length;
}

bool is_register(unsigned char operand) { return operand >> 6 == 3; }

// Returns the length of a call instruction; 0 if it is another instruction.
int length_of_call(const unsigned char* code) {
  const int prefix = (code[0] & 0xf0) == 0x40 || (code[0] == 0x67 && code[1] == 0xe8) ? 1 : 0;
  const unsigned char* const op = code + prefix;
  if (op[0] == 0xe8) return prefix + 5;
  if (op[0] == 0xff && (op[1] & 0x38) == 0x10) return prefix + 1 + length_of_operand(op + 1);
  return 0;
}

// Returns the length of an instruction that is known not to write to memory; 0 for calls and all
// other instructions.
int harmless_length(const unsigned char* code) {
  int prefix = 0;
  if ((code[0] & 0xf0) == 0x40) prefix = 1;  // REX
  const unsigned char* const op = code + prefix;
  if (op[0] == 0x8d || op[0] == 0x8b) return prefix + 1 + length_of_operand(op + 1);  // lea, mov
  if (op[0] == 0x63) return prefix + 1 + length_of_operand(op + 1);                   // movsxd
  if ((op[0] == 0x89 || op[0] == 0x01) && is_register(op[1])) return prefix + 2;
  if (op[0] >= 0xb8 && op[0] <= 0xbf)  // mov of a constant
    return prefix + 1 + ((code[0] & 0xf8) == 0x48 ? 8 : 4);
  if (op[0] == 0x83 && is_register(op[1])) return prefix + 3;
  if (op[0] == 0x81 && is_register(op[1])) return prefix + 6;
  return 0;
}

Address scan(const unsigned char* code) {
  constexpr int most_instructions = 8;
  for (int i = 0; i < most_instructions; ++i) {
    if (const int length = length_of_call(code); length != 0)
      return reinterpret_cast<Address>(code + length);
    const int length = harmless_length(code);
    if (length == 0) break;
    code += length;
  }
  return 0;
}

struct Known {
  Address place;
  Address answer;
};
constinit std::array<Known, 1024> known_places = {};

}  // namespace

Address call_before_the_write(Address place) {
  Known& entry = known_places[place / 2 % known_places.size()];
  if (entry.place != place) entry = {place, scan(reinterpret_cast<const unsigned char*>(place))};
  return entry.answer;
}

}  // namespace mazurka::native
