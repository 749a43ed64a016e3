// stdio.h without the formatted functions.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "engines/interpreter/libc_heap.h"
#include "engines/interpreter/libc_streams.h"
#include "engines/interpreter/libc_tables.h"

namespace assay::interpreter {
namespace {

using semantics::CallAnswer;

constexpr uint64_t kMinusOne = UINT64_MAX;  // EOF, and -1 of any width

std::FILE* stream_of(LibraryCall& call, uint64_t address) {
  return call.library.streams->find(call, address);
}

CallAnswer no_stream(LibraryCall& call, uint64_t value) {
  return call.evaluator().failed() ? call.stop() : call.failure(EBADF, value);
}

/// A function of one stream and nothing else.
template <auto kFunction, size_t kIndex = 0>
CallAnswer on_stream(LibraryCall& call) {
  std::FILE* stream = stream_of(call, call.word(kIndex));
  if (!stream) return no_stream(call, kMinusOne);
  return call.number(static_cast<uint64_t>(kFunction(stream)));
}

int read_character(std::FILE* stream) { return std::getc(stream); }
int reset(std::FILE* stream) { return std::rewind(stream), 0; }
int clear_error(std::FILE* stream) { return std::clearerr(stream), 0; }
int has_ended(std::FILE* stream) { return std::feof(stream); }
int has_error(std::FILE* stream) { return std::ferror(stream); }
int descriptor(std::FILE* stream) { return ::fileno(stream); }

CallAnswer get_standard(LibraryCall& call) {
  return call.number(static_cast<uint64_t>(std::getc(stdin)));
}

CallAnswer put_to(LibraryCall& call, std::FILE* stream) {
  return call.number(static_cast<uint64_t>(std::putc(call.int_word(0), stream)));
}
CallAnswer put_standard(LibraryCall& call) { return put_to(call, stdout); }
CallAnswer put(LibraryCall& call) {
  std::FILE* stream = stream_of(call, call.word(1));
  return stream ? put_to(call, stream) : no_stream(call, kMinusOne);
}

CallAnswer unget(LibraryCall& call) {
  std::FILE* stream = stream_of(call, call.word(1));
  if (!stream) return no_stream(call, kMinusOne);
  return call.number(static_cast<uint64_t>(std::ungetc(call.int_word(0), stream)));
}

CallAnswer put_line(LibraryCall& call) {  // puts
  std::optional<std::string> text = call.text(call.word(0));
  if (!text) return call.stop();
  *text += '\n';
  bool ok = std::fwrite(text->data(), 1, text->size(), stdout) == text->size();
  return call.number(ok ? text->size() : kMinusOne);
}

CallAnswer put_text(LibraryCall& call) {  // fputs
  std::optional<std::string> text = call.text(call.word(0));
  if (!text) return call.stop();
  std::FILE* stream = stream_of(call, call.word(1));
  if (!stream) return no_stream(call, kMinusOne);
  bool ok = std::fwrite(text->data(), 1, text->size(), stream) == text->size();
  return call.number(ok ? 1 : kMinusOne);
}

/// fgets(to, limit, stream) and its checked form, which has the size of the buffer before the
/// limit.
template <size_t kLimit>
CallAnswer get_line(LibraryCall& call) {
  int limit = call.int_word(kLimit);
  std::FILE* stream = stream_of(call, call.word(kLimit + 1));
  if (!stream) return no_stream(call, 0);
  std::string line;
  int c = 0;
  while (static_cast<int64_t>(line.size()) + 1 < limit && c != '\n' &&
         (c = std::getc(stream)) != EOF) {
    line += static_cast<char>(c);
  }
  if (limit <= 0 || (line.empty() && limit > 1)) return call.number(0);
  if (!call.write(call.word(0), line.c_str(), line.size() + 1)) return call.stop();
  return call.number(call.word(0));
}

/// getdelim(line, size, delimiter, stream) and getline, which has no delimiter: the block grows as
/// it has to.
template <bool kIsLine>
CallAnswer get_whole_line(LibraryCall& call) {
  std::FILE* stream = stream_of(call, call.word(kIsLine ? 2 : 3));
  if (!stream) return no_stream(call, UINT64_MAX);
  int delimiter = kIsLine ? '\n' : call.int_word(2) & 0xff;
  std::string line;
  int c = EOF;
  while ((c = std::getc(stream)) != EOF) {
    line += static_cast<char>(c);
    if (c == delimiter) break;
  }
  std::optional<uint64_t> block = call.load_pointer(call.word(0));
  std::optional<uint64_t> size = block ? call.load_pointer(call.word(1)) : std::nullopt;
  if (!size) return call.stop();
  if (line.empty()) return call.number(UINT64_MAX);
  if (*block == 0 || *size <= line.size()) {
    constexpr uint64_t kSmallest = 120;
    uint64_t room = std::max<uint64_t>(line.size() + 1, kSmallest);
    uint64_t larger = allocate(call, room, memory::Background::Indeterminate);
    if (larger == 0) return call.number(UINT64_MAX);
    if (*block != 0) {
      if (!is_freeable(call, *block)) return call.stop();
      end_life(call, *block);
    }
    block = larger;
    if (!call.store_pointer(call.word(0), larger) || !call.store_pointer(call.word(1), room))
      return call.stop();
  }
  if (!call.write(*block, line.c_str(), line.size() + 1)) return call.stop();
  return call.number(line.size());
}

CallAnswer get_unbounded(LibraryCall& call) {  // gets
  std::string line;
  int c;
  while ((c = std::getc(stdin)) != EOF && c != '\n') line += static_cast<char>(c);
  if (line.empty() && c == EOF) return call.number(0);
  if (!call.write(call.word(0), line.c_str(), line.size() + 1)) return call.stop();
  return call.number(call.word(0));
}

/// fread and fwrite: kSize is the index of the size of one element.
template <size_t kSize>
CallAnswer read_elements(LibraryCall& call) {
  uint64_t size = call.word(kSize), count = call.word(kSize + 1), bytes = 0;
  std::FILE* stream = stream_of(call, call.word(kSize + 2));
  if (!stream) return no_stream(call, 0);
  if (__builtin_mul_overflow(size, count, &bytes) || bytes == 0) return call.number(0);
  // Piece by piece: the count may be larger than the file, and than any buffer of ours.
  constexpr uint64_t kPiece = 1 << 16;
  uint64_t done = 0;
  std::string piece;
  while (done < bytes) {
    piece.resize(std::min(bytes - done, kPiece));
    size_t got = std::fread(piece.data(), 1, piece.size(), stream);
    if (!call.write(call.word(0) + done, piece.data(), got)) return call.stop();
    done += got;
    if (got < piece.size()) break;
  }
  return call.number(done / size);
}

CallAnswer write_elements(LibraryCall& call) {
  uint64_t size = call.word(1), count = call.word(2), bytes = 0;
  std::FILE* stream = stream_of(call, call.word(3));
  if (!stream) return no_stream(call, 0);
  if (__builtin_mul_overflow(size, count, &bytes)) bytes = UINT64_MAX;
  if (bytes == 0) return call.number(0);
  std::optional<std::string> data = call.bytes(call.word(0), bytes);
  if (!data) return call.stop();
  return call.number(std::fwrite(data->data(), 1, data->size(), stream) / size);
}

CallAnswer open(LibraryCall& call) {
  std::optional<std::string> path = call.text(call.word(0));
  std::optional<std::string> mode = path ? call.text(call.word(1)) : std::nullopt;
  if (!mode) return call.stop();
  std::FILE* host = std::fopen(path->c_str(), mode->c_str());
  return host ? call.number(call.library.streams->add(call, host)) : call.failure(errno, 0);
}

CallAnswer open_temporary(LibraryCall& call) {
  std::FILE* host = std::tmpfile();
  return host ? call.number(call.library.streams->add(call, host)) : call.failure(errno, 0);
}

CallAnswer open_descriptor(LibraryCall& call) {  // fdopen
  std::optional<std::string> mode = call.text(call.word(1));
  if (!mode) return call.stop();
  int copy = ::dup(call.int_word(0));
  std::FILE* host = copy < 0 ? nullptr : ::fdopen(copy, mode->c_str());
  return host ? call.number(call.library.streams->add(call, host)) : call.failure(errno, 0);
}

CallAnswer reopen(LibraryCall& call) {
  std::FILE* stream = stream_of(call, call.word(2));
  if (!stream) return no_stream(call, 0);
  std::optional<std::string> path, mode = call.text(call.word(1));
  if (!mode) return call.stop();
  if (call.word(0) != 0 && !(path = call.text(call.word(0)))) return call.stop();
  std::FILE* host = std::freopen(path ? path->c_str() : nullptr, mode->c_str(), stream);
  return host ? call.number(call.word(2)) : call.failure(errno, 0);
}

CallAnswer close(LibraryCall& call) {
  std::FILE* stream = stream_of(call, call.word(0));
  if (!stream) return no_stream(call, kMinusOne);
  bool is_ours = stream == stdin || stream == stdout || stream == stderr;
  int result = is_ours ? std::fflush(stream) : std::fclose(stream);
  call.library.streams->remove(call, call.word(0));
  return result == 0 ? call.number(0) : call.failure(errno, kMinusOne);
}

CallAnswer flush(LibraryCall& call) {
  if (call.word(0) == 0) {
    call.library.streams->flush_all();
    return call.number(0);
  }
  std::FILE* stream = stream_of(call, call.word(0));
  if (!stream) return no_stream(call, kMinusOne);
  return call.number(static_cast<uint64_t>(std::fflush(stream)));
}

CallAnswer seek(LibraryCall& call) {
  std::FILE* stream = stream_of(call, call.word(0));
  if (!stream) return no_stream(call, kMinusOne);
  int result = std::fseek(stream, static_cast<long>(call.word(1)), call.int_word(2));
  return result == 0 ? call.number(0) : call.failure(errno, kMinusOne);
}

CallAnswer get_position(LibraryCall& call) {  // fgetpos: the position alone is kept
  std::FILE* stream = stream_of(call, call.word(0));
  if (!stream) return no_stream(call, kMinusOne);
  return call.store(call.word(1), 8, static_cast<uint64_t>(std::ftell(stream))) ? call.number(0)
                                                                                : call.stop();
}

CallAnswer set_position(LibraryCall& call) {
  std::FILE* stream = stream_of(call, call.word(0));
  if (!stream) return no_stream(call, kMinusOne);
  std::optional<uint64_t> position = call.load(call.word(1), 8);
  if (!position) return call.stop();
  return call.number(
      static_cast<uint64_t>(std::fseek(stream, static_cast<long>(*position), SEEK_SET)));
}

CallAnswer ignore(LibraryCall& call) { return call.number(0); }  // setvbuf and its kind

CallAnswer remove_file(LibraryCall& call) {
  std::optional<std::string> path = call.text(call.word(0));
  if (!path) return call.stop();
  return std::remove(path->c_str()) == 0 ? call.number(0) : call.failure(errno, kMinusOne);
}

/// tmpnam: a name that nothing has yet.
CallAnswer temporary_name(LibraryCall& call) {
  std::string name = P_tmpdir "/fileXXXXXX";
  int made = ::mkstemp(name.data());
  if (made < 0) return call.failure(errno, 0);
  ::close(made);
  std::remove(name.c_str());
  uint64_t to = call.word(0) ? call.word(0) : call.library.static_address("tmpnam", L_tmpnam);
  return call.write(to, name.c_str(), name.size() + 1) ? call.number(to) : call.stop();
}

CallAnswer rename_file(LibraryCall& call) {
  std::optional<std::string> from = call.text(call.word(0));
  std::optional<std::string> to = from ? call.text(call.word(1)) : std::nullopt;
  if (!to) return call.stop();
  return std::rename(from->c_str(), to->c_str()) == 0 ? call.number(0)
                                                      : call.failure(errno, kMinusOne);
}

CallAnswer say_error(LibraryCall& call) {  // perror
  std::string head;
  if (call.word(0) != 0) {
    std::optional<std::string> text = call.text(call.word(0));
    if (!text) return call.stop();
    if (!text->empty()) head = *text + ": ";
  }
  std::string line = head + std::strerror(call.library.get_errno(call)) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
  return call.none();
}

CallAnswer write_descriptor(LibraryCall& call) {  // write
  std::optional<std::string> data = call.bytes(call.word(1), call.word(2));
  if (!data) return call.stop();
  ssize_t written = ::write(call.int_word(0), data->data(), data->size());
  return written >= 0 ? call.number(static_cast<uint64_t>(written))
                      : call.failure(errno, kMinusOne);
}

CallAnswer read_descriptor(LibraryCall& call) {  // read
  std::string data(std::min<uint64_t>(call.word(2), 1 << 20), '\0');
  ssize_t got = ::read(call.int_word(0), data.data(), data.size());
  if (got < 0) return call.failure(errno, kMinusOne);
  if (!call.write(call.word(1), data.data(), static_cast<uint64_t>(got))) return call.stop();
  return call.number(static_cast<uint64_t>(got));
}

constexpr LibraryEntry kFunctions[] = {
    {"getchar", get_standard},
    {"getchar_unlocked", get_standard},
    {"getc", on_stream<read_character>},
    {"_IO_getc", on_stream<read_character>},
    {"fgetc", on_stream<read_character>},
    {"getc_unlocked", on_stream<read_character>},
    {"putchar", put_standard},
    {"putchar_unlocked", put_standard},
    {"putc", put},
    {"_IO_putc", put},
    {"fputc", put},
    {"putc_unlocked", put},
    {"fputc_unlocked", put},
    {"ungetc", unget},
    {"puts", put_line},
    {"fputs", put_text},
    {"fputs_unlocked", put_text},
    {"fgets", get_line<1>},
    {"fgets_unlocked", get_line<1>},
    {"__fgets_chk", get_line<2>},
    {"getline", get_whole_line<true>},
    {"getdelim", get_whole_line<false>},
    {"__getdelim", get_whole_line<false>},
    {"gets", get_unbounded},
    {"fread", read_elements<1>},
    {"fread_unlocked", read_elements<1>},
    {"__fread_chk", read_elements<2>},
    {"fwrite", write_elements},
    {"fwrite_unlocked", write_elements},
    {"fopen", open},
    {"fopen64", open},
    {"freopen", reopen},
    {"fdopen", open_descriptor},
    {"tmpfile", open_temporary},
    {"tmpnam", temporary_name},
    {"fclose", close},
    {"fflush", flush},
    {"fflush_unlocked", flush},
    {"fseek", seek},
    {"fseeko", seek},
    {"ftell", on_stream<std::ftell>},
    {"ftello", on_stream<std::ftell>},
    {"rewind", on_stream<reset>},
    {"fgetpos", get_position},
    {"fsetpos", set_position},
    {"feof", on_stream<has_ended>},
    {"ferror", on_stream<has_error>},
    {"clearerr", on_stream<clear_error>},
    {"fileno", on_stream<descriptor>},
    {"setvbuf", ignore},
    {"setbuf", ignore},
    {"setbuffer", ignore},
    {"setlinebuf", ignore},
    {"flockfile", ignore},
    {"funlockfile", ignore},
    {"remove", remove_file},
    {"unlink", remove_file},
    {"rename", rename_file},
    {"perror", say_error},
    {"write", write_descriptor},
    {"read", read_descriptor},
};

}  // namespace

std::span<const LibraryEntry> stream_functions() { return kFunctions; }

}  // namespace assay::interpreter
