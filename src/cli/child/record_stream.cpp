#include "cli/child/record_stream.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace mazurka::cli {

namespace {

struct RecordHeader {
  RecordKind kind;
  std::uint64_t size;
};

}  // namespace

void RecordWriter::write(RecordKind kind, std::string_view bytes) const {
  const RecordHeader header{kind, bytes.size()};
  std::string record(reinterpret_cast<const char*>(&header), sizeof header);
  record += bytes;
  for (std::string_view left = record; !left.empty();) {
    const ssize_t written = ::write(pipe_, left.data(), left.size());
    if (written < 0 && errno != EINTR) _exit(1);  // the parent is gone
    if (written > 0) left.remove_prefix(static_cast<std::size_t>(written));
  }
}

bool RecordReader::read(const std::function<void(RecordKind, std::string_view)>& use) {
  char part[1 << 16];
  while (true) {
    const ssize_t got = ::read(pipe_, part, sizeof part);
    if (got == 0) return false;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return true;  // nothing more for now
    bytes_.append(part, static_cast<std::size_t>(got));
    pass_on(use);
  }
}

void RecordReader::pass_on(const std::function<void(RecordKind, std::string_view)>& use) {
  std::string_view left = bytes_;
  RecordHeader header{};
  while (left.size() >= sizeof header) {
    std::memcpy(&header, left.data(), sizeof header);
    if (left.size() - sizeof header < header.size) break;
    use(header.kind, left.substr(sizeof header, header.size));
    left.remove_prefix(sizeof header + header.size);
  }
  bytes_.erase(0, bytes_.size() - left.size());
}

RelayedText::int_type RelayedText::overflow(int_type character) {
  if (!traits_type::eq_int_type(character, traits_type::eof()))
    text_ += traits_type::to_char_type(character);
  return traits_type::not_eof(character);
}

std::streamsize RelayedText::xsputn(const char* text, std::streamsize size) {
  text_.append(text, static_cast<std::size_t>(size));
  return size;
}

int RelayedText::sync() {
  if (!text_.empty()) records_.write(kind_, text_);
  text_.clear();
  return 0;
}

}  // namespace mazurka::cli
