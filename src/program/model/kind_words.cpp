#include "program/model/kind_words.h"

namespace mazurka::model {

Noun noun(DataKind kind) {
  switch (kind) {
    case DataKind::constant:
      return {"constant", "constants"};
    case DataKind::variable:
      return {"shared variable", "shared variables"};
    case DataKind::lock:
      return {"lock", "locks"};
    case DataKind::condition:
      return {"condition variable", "condition variables"};
    case DataKind::barrier:
      return {"barrier", "barriers"};
    case DataKind::handler:
      break;
  }
  return {"handler", "handlers"};
}

std::string described(DataKind kind) { return "a " + std::string(noun(kind).one); }

}  // namespace mazurka::model
