#include "program/native/sharing/synchronisers.h"

#include "program/native/platform/expect.h"
#include "program/native/process/running.h"

namespace mazurka::native {
namespace {

AccessKind access_of(Synchroniser::Kind kind) {
  switch (kind) {
    case Synchroniser::Kind::lock:
      return AccessKind::lock;
    case Synchroniser::Kind::condition_variable:
      return AccessKind::condition;
    case Synchroniser::Kind::number:
      break;
  }
  return AccessKind::write;
}

NameKind name_kind_of(Synchroniser::Kind kind) {
  switch (kind) {
    case Synchroniser::Kind::lock:
      return NameKind::lock;
    case Synchroniser::Kind::condition_variable:
      return NameKind::condition_variable;
    case Synchroniser::Kind::number:
      break;
  }
  return NameKind::number;
}

}  // namespace

Synchroniser& Synchronisers::at(Address address, Synchroniser::Kind kind) {
  auto& known = known_[static_cast<std::size_t>(kind)];
  const auto found = known.find(address);
  if (found != known.end()) return *found->second;
  const OutsideProgram outside;
  auto made = std::make_unique<Synchroniser>();
  made->kind = kind;
  made->address = address;
  made->object = names_.add_object(name_kind_of(kind), address, 0);
  cells_.note_shared(without_part(address));  // it may become shared after its frame has ended
  made->write = registry_.access_list(Access{made->object, access_of(kind)});
  made->read = kind == Synchroniser::Kind::number
                   ? registry_.access_list(Access{made->object, AccessKind::read})
                   : made->write;
  if (kind == Synchroniser::Kind::number) numbers_[made->object] = made.get();
  Synchroniser& result = *(known[address] = std::move(made));
  if (address != without_part(address)) add_part(result);
  return result;
}

// Adds the part to its lock. Writers read it from the next exploration on; a new exploration is
// needed only if the lock is visible.
void Synchronisers::add_part(Synchroniser& part) {
  Synchroniser& lock = at(without_part(part.address), part.kind);
  lock.parts.push_back(&part);
  part.is_news = true;
  record_synchroniser(static_cast<std::size_t>(part.kind), part.address);
  if (lock.visible || lock.is_news) has_news_ = true;
}

const Synchroniser* Synchronisers::number(ObjectId object) const {
  const auto found = numbers_.find(object);
  return found == numbers_.end() ? nullptr : found->second;
}

std::int64_t Synchronisers::holders_of(const Synchroniser& lock) const {
  if (lock.value < 0) return lock.value;
  std::int64_t result = 0;
  for (const Synchroniser* const part : lock.parts)
    if (is_in_use(*part)) result += part->value;
  return result;
}

void Synchronisers::commit() {
  has_news_ = false;
  for (auto& of_kind : known_)
    for (auto& [address, synchroniser] : of_kind) {
      synchroniser->visible |= synchroniser->is_news;
      synchroniser->is_news = false;
      MAZURKA_EXPECT(!synchroniser->visible || synchroniser->object.exists());
    }
}

}  // namespace mazurka::native
