#include "explore/frontier/key_run.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "core/invariant.h"
#include "core/user_error.h"

namespace mazurka {
namespace {

// Right for any number: that in a damaged header may be the largest one.
std::uint64_t pages_for(std::uint64_t keys) {
  return keys / KeyPage::most_keys + (keys % KeyPage::most_keys != 0 ? 1 : 0);
}

[[noreturn]] void damaged(const KeyFile& file, const std::string& why) {
  const bool is_named = file.number != 0;
  throw UserError(file.path, "the file with keys of known traces is damaged: " + why,
                  is_named ? "bring back the file that the checkpoint was written with, or start "
                             "without --resume"
                           : "look at the disk of the folder for temporary files (TMPDIR)");
}

[[noreturn]] void unwritable(const KeyFile& file) {
  throw UserError(file.path,
                  std::string("cannot write the keys of known traces: ") + std::strerror(errno),
                  "look at the disk: is it full?");
}

void read_at(const KeyFile& file, void* to, std::size_t size, std::uint64_t offset) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t now = pread(file.descriptor.number(), static_cast<char*>(to) + done, size - done,
                              static_cast<off_t>(offset + done));
    if (now < 0 && errno == EINTR) continue;
    if (now < 0) damaged(file, std::string("it cannot be read (") + std::strerror(errno) + ")");
    if (now == 0) damaged(file, "its end is missing");
    done += static_cast<std::size_t>(now);
  }
}

void write_at(const KeyFile& file, const void* from, std::size_t size, std::uint64_t offset) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t now = pwrite(file.descriptor.number(), static_cast<const char*>(from) + done,
                               size - done, static_cast<off_t>(offset + done));
    if (now < 0 && errno == EINTR) continue;
    if (now == 0) errno = ENOSPC;
    if (now <= 0) unwritable(file);
    done += static_cast<std::size_t>(now);
  }
}

// Pages are numbered from 1: the header is page 0.
void require_whole(const KeyPage& page, std::uint64_t number, std::uint64_t count,
                   const KeyFile& file) {
  if (page.count != count || page.checksum != page.right_checksum(number))
    damaged(file, "the checksum of page " + std::to_string(number) + " does not fit");
}

KeyHeader read_header(const KeyFile& file) {
  KeyHeader header;
  struct stat status {};
  if (fstat(file.descriptor.number(), &status) != 0) damaged(file, "it cannot be read");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < KeyPage::size) damaged(file, "its end is missing");
  read_at(file, &header, sizeof header, 0);
  if (header.magic != KeyHeader::right_magic) damaged(file, "it does not begin as such a file");
  if (header.checksum != header.right_checksum())
    damaged(file, "the checksum of its header does not fit");
  if (size % KeyPage::size != 0 || pages_for(header.count) != size / KeyPage::size - 1)
    damaged(file, "its size does not fit to its header");
  return header;
}

}  // namespace

// --- Reading ------------------------------------------------------------------------------------

void KeyRun::note(const KeyPage& page) {
  first_of_page_.push_back(page.keys[0]);
  for (const TraceKey& key : page.used()) filter_.insert(key);
  reference_.contents = mix(reference_.contents, page.checksum);
}

KeyRun KeyRun::open(KeyFile file, const std::optional<Reference>& expected) {
  const KeyHeader header = read_header(file);
  const Reference found{file.number, header.count, header.contents};
  if (expected && (expected->count != found.count || expected->contents != found.contents))
    damaged(file, "it is not the file that the checkpoint refers to");
  KeyRun run(std::move(file), found.count);
  run.reference_.count = found.count;
  KeyRunReader reader(run);
  TraceKey before;  // all zero, which no key in a run is
  for (std::uint64_t i = 0; i < found.count; ++i) {
    const TraceKey* const key = reader.next();
    if (*key <= before) damaged(run.file_, "its keys are not sorted");
    before = *key;
    if (i % KeyPage::most_keys == 0) run.first_of_page_.push_back(*key);
    run.filter_.insert(*key);
  }
  run.reference_ = found;
  if (reader.contents() != found.contents) damaged(run.file_, "its pages do not fit to its header");
  return run;
}

bool KeyRun::contains(const TraceKey& key) const {
  if (!filter_.may_contain(key)) return false;
  const auto after = std::ranges::upper_bound(first_of_page_, key);
  if (after == first_of_page_.begin()) return false;
  const auto number = static_cast<std::uint64_t>(after - first_of_page_.begin());
  KeyPage page;
  read_at(file_, &page, sizeof page, number * KeyPage::size);
  const std::uint64_t before = (number - 1) * KeyPage::most_keys;
  require_whole(page, number, std::min<std::uint64_t>(size() - before, KeyPage::most_keys), file_);
  return std::ranges::binary_search(page.used(), key);
}

std::uint64_t KeyRun::memory() const {
  return filter_.bytes() + first_of_page_.capacity() * sizeof(TraceKey);
}

bool KeyRunReader::fill() {
  const std::uint64_t all = pages_for(run_->size());
  if (next_page_ == all) return false;
  const std::size_t in_chunk = next_page_ % pages_at_once;
  if (in_chunk == 0) {
    pages_.resize(std::min<std::uint64_t>(all - next_page_, pages_at_once));
    read_at(run_->file_, pages_.data(), pages_.size() * KeyPage::size,
            (next_page_ + 1) * KeyPage::size);
  }
  page_ = &pages_[in_chunk];
  const std::uint64_t left = run_->size() - next_page_ * KeyPage::most_keys;
  ++next_page_;
  in_use_ = std::min<std::uint64_t>(left, KeyPage::most_keys);
  require_whole(*page_, next_page_, in_use_, run_->file_);
  contents_ = mix(contents_, page_->checksum);
  in_page_ = 0;
  return true;
}

// --- Writing ------------------------------------------------------------------------------------

std::uint64_t KeyRunWriter::bytes_for(std::uint64_t keys) {
  return (1 + pages_for(keys)) * KeyPage::size;
}

KeyRunWriter::KeyRunWriter(KeyFolder& folder, std::uint64_t keys)
    : folder_(&folder), run_(folder.create(), keys), keys_(keys) {
  run_.first_of_page_.reserve(pages_for(keys));
  pages_.reserve(pages_at_once);
  pages_.emplace_back();  // the header, all zero as long as the file is not complete
}

KeyRunWriter::~KeyRunWriter() {
  if (!is_finished_) folder_->release(run_.file_.number);
}

void KeyRunWriter::end_page() {
  page_.checksum = page_.right_checksum(written_ + pages_.size());
  run_.note(page_);
  run_.reference_.count += page_.count;
  pages_.push_back(page_);
  page_ = {};
  if (pages_.size() >= pages_at_once) write_pages();
}

void KeyRunWriter::write_pages() {
  write_at(run_.file_, pages_.data(), pages_.size() * KeyPage::size, written_ * KeyPage::size);
  written_ += pages_.size();
  pages_.clear();
}

KeyRun KeyRunWriter::finish() {
  if (page_.count > 0) end_page();
  write_pages();
  MAZURKA_INVARIANT(run_.reference_.count == keys_, "a run must get the keys announced");
  run_.reference_.number = run_.file_.number;
  KeyHeader header{.magic = KeyHeader::right_magic,
                   .count = run_.reference_.count,
                   .contents = run_.reference_.contents};
  header.checksum = header.right_checksum();
  write_at(run_.file_, &header, sizeof header, 0);
  if (run_.file_.number != 0 && fsync(run_.file_.descriptor.number()) != 0) unwritable(run_.file_);
  is_finished_ = true;
  return std::move(run_);
}

}  // namespace mazurka
