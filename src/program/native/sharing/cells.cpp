#include "program/native/sharing/cells.h"

#include <algorithm>

#include "program/native/platform/raw_system_call.h"

namespace mazurka::native {

namespace {

// Returns whether the address lies on the stack of a task other than main. (Locals of main live as
// long as the program.)
bool is_local_of_task(Address address) {
  return address - slot_of(AreaId{1}) < slots_end - slot_of(AreaId{1});
}

}  // namespace

Cells::Word& Cells::word_at(Address address) {
  std::unique_ptr<Page>& page = pages_[address / page_size];
  if (page == nullptr) page = std::make_unique<Page>();
  return page->words[address % page_size / 8];
}

bool Cells::is_mapped(Address address) {
  unsigned char is_resident = 0;
  const auto page = static_cast<long>(address / page_size * page_size);
  return raw_system_call(SYS_mincore, page, 1, as_long(&is_resident)) == 0;
}

bool Cells::has_visible(const Word& word) const {
  for (unsigned i = 0; i < count_of(word); ++i)
    if (cells_[word.first + i].visible) return true;
  return false;
}

// Divides the word at the additional positions `starts`. Each part of a divided cell inherits the
// record of which tasks touched the cell, because an access to the whole is an access to the part.
void Cells::begin_cells(Address word_address, Word& word, unsigned starts) {
  const Word old = word;
  word.starts = static_cast<std::uint16_t>(old.starts | starts | 0x101u);
  word.first = static_cast<std::uint32_t>(cells_.size());
  for (unsigned byte = 0, end = 0; byte < 8; byte = end) {
    end = byte + 1;
    while ((word.starts >> end & 1) == 0) ++end;
    Cell cell;
    if (old.starts != 0) cell = cells_[old.first + index_of(old, byte)];
    cell.address = word_address + byte;
    cell.size = end - byte;
    cell.alone_counts = shows_all_ && !is_local_of_task(cell.address);
    cells_.push_back(cell);
  }
}

bool Cells::cuts_visible_cell(const Word& word, unsigned cuts) const {
  for (unsigned i = 0, end = count_of(word); i < end; ++i) {
    const Cell& cell = cells_[word.first + i];
    const unsigned first = cell.address % 8;
    const unsigned inside = ((1u << (first + cell.size)) - 1) & ~((2u << first) - 1);
    if ((cell.visible || cell.is_news) && (cuts & inside) != 0) return true;
  }
  return false;
}

void Cells::touch_word(Address address, unsigned size, TaskId task, bool writes) {
  Word& word = word_at(address);
  const unsigned begin = address % 8;
  const unsigned cuts = 1u << begin | 1u << (begin + size);
  if ((word.starts & cuts) != cuts) {
    // Cutting other cells changes no events, so that is no news: facts do not tell it.
    if (word.starts != 0 && cuts_visible_cell(word, cuts)) {
      splits_[address - begin] |= cuts;
      has_news_ = true;
      record_cell(address, size);
    } else {
      begin_cells(address - begin, word, cuts);
    }
  }
  for (unsigned byte = begin; byte < begin + size; ++byte) {
    Cell& cell = cells_[word.first + index_of(word, byte)];
    if (byte != begin && cell.address % 8 != byte) continue;
    if (cell.touch(task, writes)) set_news(cell);
    if (!cell.visible) continue;
    if (accesses_.empty()) first_object_ = cell.object;
    accesses_.push_back({cell.object, writes ? AccessKind::write : AccessKind::read});
  }
}

Cells::Hit Cells::touch(Address address, std::size_t size, TaskId task, bool writes) {
  accesses_.clear();
  for (const Address end = address + size; address < end;) {
    const Address next = std::min<Address>((address / 8 + 1) * 8, end);
    touch_word(address, static_cast<unsigned>(next - address), task, writes);
    address = next;
  }
  if (accesses_.empty()) return {};
  return {true, first_object_, registry_.access_list(accesses_)};
}

Cells::Hit Cells::touch_known(Address address, std::size_t size, TaskId task) {
  accesses_.clear();
  for (const Address end = address + size; address < end; address += 8) {
    const auto page = pages_.find(address / page_size);
    if (page == pages_.end()) {
      address = (address / page_size + 1) * page_size - 8;
      continue;
    }
    const Word& word = page->second->words[address % page_size / 8];
    if (word.starts == 0) continue;
    const unsigned count = count_of(word);
    for (unsigned i = 0; i < count; ++i) {
      Cell& cell = cells_[word.first + i];
      if (!cell.toucher.exists()) continue;
      if (cell.touch(task, true)) set_news(cell);
      if (!cell.visible) continue;
      if (accesses_.empty()) first_object_ = cell.object;
      accesses_.push_back({cell.object, AccessKind::write});
    }
  }
  if (accesses_.empty()) return {};
  return {true, first_object_, registry_.access_list(accesses_)};
}

bool Cells::is_private(Address address, std::size_t size) const {
  for (const Address end = address + size; address < end; address = (address / 8 + 1) * 8) {
    const auto page = pages_.find(address / page_size);
    if (page != pages_.end() && has_visible(page->second->words[address % page_size / 8]))
      return false;
  }
  return true;
}

void Cells::commit() {
  has_news_ = false;
  for (const auto& [address, cuts] : splits_) {
    Word& word = word_at(address);
    begin_cells(address, word, cuts);
    const unsigned count = count_of(word);
    for (unsigned i = 0; i < count; ++i) {  // each part becomes a new object
      Cell& cell = cells_[word.first + i];
      cell.is_news |= cell.visible;
      cell.visible = false;
    }
  }
  splits_.clear();
  visible_.clear();
  for (const auto& [number, page] : pages_)
    for (const Word& word : page->words) {
      const unsigned count = count_of(word);
      for (unsigned i = 0; i < count; ++i)
        if (cells_[word.first + i].is_news || cells_[word.first + i].visible)
          visible_.push_back(word.first + i);
    }
  std::ranges::sort(visible_, {}, [&](std::uint32_t i) { return cells_[i].address; });
  for (const std::uint32_t index : visible_)
    if (!cells_[index].visible) show(cells_[index]);
}

void Cells::show(Cell& cell) {
  cell.visible = true;
  cell.is_news = false;
  cell.object = names_.add_object(NameKind::memory, cell.address, cell.size);
  if (cell.object.value >= bounds_.size()) bounds_.resize(cell.object.value + 1);
  bounds_[cell.object.value] = {cell.address, cell.size};
  if (is_local_of_task(cell.address)) locals_.insert(cell.object);
  cell.read = registry_.access_list(Access{cell.object, AccessKind::read});
  cell.write = registry_.access_list(Access{cell.object, AccessKind::write});
}

std::optional<std::int64_t> Cells::part_of(std::int64_t value, ObjectId first,
                                           ObjectId part) const {
  const Bounds whole = bounds_of(first);
  const Bounds wanted = bounds_of(part);
  const Address offset = wanted.address - whole.address;
  if (whole.address == 0 || wanted.address == 0) return value;
  if (offset + wanted.size > 8) return std::nullopt;
  const auto bits = static_cast<std::uint64_t>(value) >> (8 * offset);
  const unsigned unused = 64 - 8 * wanted.size;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

// Divides the word so that a cell begins at the address and one ends at its end, unless a cell of
// the word is visible. Returns the cell at the address, and records that tasks share it. REQUIRES:
// the cell lies within one word.
Cell& Cells::cell_at(Address address, unsigned size) {
  const unsigned begin = address % 8;
  const unsigned cuts = 1u << begin | 1u << (begin + size);
  Word& word = word_at(address);
  if ((word.starts & cuts) != cuts && !(word.starts != 0 && has_visible(word)))
    begin_cells(address - begin, word, cuts);
  Cell& cell = cells_[word.first + index_of(word, begin)];
  if (!cell.toucher.exists()) cell.toucher = TaskId{0};
  cell.several = cell.written = true;
  return cell;
}

void Cells::learn_shared(Address address, std::size_t size) {
  for (const Address end = address + size; address < end;) {
    const Address next = std::min<Address>((address / 8 + 1) * 8, end);
    Cell& cell = cell_at(address, static_cast<unsigned>(next - address));
    if (!cell.visible && !cell.is_news) {
      cell.is_news = has_news_ = true;
      record_cell(cell.address, cell.size);
    }
    address = next;
  }
}

void Cells::show_shared(std::span<const std::pair<Address, std::size_t>> cells) {
  const auto is_cell = [](Address address, std::size_t size) {
    return size >= 1 && size <= 8 - address % 8;
  };
  // All words are divided before the first cell is visible, because no visible cell is divided.
  for (const auto& [address, size] : cells)
    if (is_cell(address, size)) (void)cell_at(address, static_cast<unsigned>(size));
  for (const auto& [address, size] : cells) {
    if (!is_cell(address, size)) continue;
    Cell& cell = cell_at(address, static_cast<unsigned>(size));
    if (cell.visible) continue;
    show(cell);
    visible_.push_back(static_cast<std::uint32_t>(&cell - cells_.data()));
  }
  std::ranges::sort(visible_, {}, [&](std::uint32_t i) { return cells_[i].address; });
}

}  // namespace mazurka::native
