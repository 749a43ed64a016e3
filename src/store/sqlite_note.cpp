#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

#include "store/note.h"
#include "store/sqlite_impl.h"

namespace assay::store {
namespace {

constexpr std::string_view kMark = "assay note 1\n";

std::string note_path(const std::string& database) { return database + ".note"; }

// Which file, and when it was last touched in any way: the time of its inode cannot be set back.
std::optional<Bytes> stamp_of(const std::string& database) {
  if (!is_settled(database)) return std::nullopt;
  struct stat info{};
  if (::stat(database.c_str(), &info) != 0) return std::nullopt;
  ByteWriter stamp;
  stamp.varint(info.st_dev);
  stamp.varint(info.st_ino);
  stamp.varint(static_cast<uint64_t>(info.st_size));
  for (const timespec& time : {info.st_mtim, info.st_ctim}) {
    stamp.signed_varint(time.tv_sec);
    stamp.signed_varint(time.tv_nsec);
  }
  return stamp.take();
}

std::optional<Bytes> read_all(const std::string& path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  struct stat info{};
  Bytes bytes;
  if (::fstat(fd, &info) == 0) bytes.resize(static_cast<size_t>(info.st_size));
  ssize_t got = ::pread(fd, bytes.data(), bytes.size(), 0);
  ::close(fd);
  if (got != static_cast<ssize_t>(bytes.size())) return std::nullopt;
  return bytes;
}

}  // namespace

std::optional<Bytes> read_note(const std::string& database) {
  std::optional<Bytes> bytes = read_all(note_path(database));
  if (!bytes) return std::nullopt;
  ByteReader reader(*bytes);
  if (reader.raw(kMark.size()) != kMark) return std::nullopt;
  Hash hash = reader.hash();
  std::string_view stamp = reader.text();
  std::string_view text = reader.text();
  if (!reader.ok() || !reader.at_end() || hash_bytes(text) != hash) return std::nullopt;
  std::optional<Bytes> now = stamp_of(database);
  if (!now || *now != stamp) return std::nullopt;
  return Bytes(text);
}

void write_note(const std::string& database, std::string_view text) {
  std::optional<Bytes> stamp = stamp_of(database);
  if (!stamp) return;
  ByteWriter writer;
  writer.raw(kMark);
  writer.hash(hash_bytes(text));
  writer.text(*stamp);
  writer.text(text);
  std::string path = note_path(database);
  if (read_all(path) == writer.bytes()) return;
  std::string unfinished = path + ".new";
  int fd = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return;
  ssize_t written = ::write(fd, writer.bytes().data(), writer.size());
  ::close(fd);
  bool whole = written == static_cast<ssize_t>(writer.size());
  if (!whole || ::rename(unfinished.c_str(), path.c_str()) != 0) ::unlink(unfinished.c_str());
}

void remove_note(const std::string& database) { ::unlink(note_path(database).c_str()); }

}  // namespace assay::store
