#include "program/model/operations_in_code.h"

namespace mazurka::model {

OperationKind operation_kind(Op op) {
  switch (op) {
    case Op::read:
      return OperationKind::read;
    case Op::write:
      return OperationKind::write;
    case Op::fetch_add:
    case Op::exchange:
    case Op::cas:
      return OperationKind::update;
    case Op::lock:
      return OperationKind::lock;
    case Op::trylock:
      return OperationKind::trylock;
    case Op::unlock:
      return OperationKind::unlock;
    case Op::sleep:
      return OperationKind::sleep;
    case Op::relock:
      return OperationKind::relock;
    case Op::signal:
      return OperationKind::signal;
    case Op::broadcast:
      return OperationKind::broadcast;
    case Op::post:
      return OperationKind::post;
    case Op::spawn:
      return OperationKind::spawn;
    case Op::join:
      return OperationKind::join;
    case Op::await:
    case Op::begin:
      return OperationKind::await;
    case Op::cancel:
      return OperationKind::write;
    case Op::send:
      return OperationKind::send;
    case Op::receive:
      return OperationKind::receive;
    case Op::arrive:
      return OperationKind::arrive;
    case Op::leave:
      return OperationKind::leave;
    default:
      return OperationKind::choose;
  }
}

std::vector<CodeOperation> operations_in_code(const Image& image, const Registry& registry) {
  CodeOperations result(registry);
  for (std::size_t i = 0; i < image.code.size(); ++i) {
    const Instruction& instruction = image.code[i];
    if (!is_visible(instruction.op)) continue;
    const bool has_after =
        instruction.op == Op::receive && image.receives[instruction.a].after != nothing;
    result.add(has_after ? OperationKind::try_receive : operation_kind(instruction.op),
               image.origins[i].location);
  }
  return std::move(result).in_order();
}

}  // namespace mazurka::model
