// time.h, with a clock that stands still: a run gives the same result whenever it is made.
#include <sys/time.h>
#include <time.h>

#include <algorithm>
#include <cerrno>

#include "engines/interpreter/libc_host.h"
#include "engines/interpreter/libc_tables.h"

namespace assay::interpreter {
namespace {

using semantics::CallAnswer;

constexpr int64_t kNow = 1'000'000'000;  // 2001-09-09 01:46:40 UTC

CallAnswer now(LibraryCall& call) {
  if (call.word(0) != 0 && !call.store(call.word(0), call.pointer_bytes(), kNow)) {
    return call.stop();
  }
  return call.number(kNow);
}

/// Each question takes a microsecond: loops that wait come to an end.
CallAnswer processor_time(LibraryCall& call) {
  return call.number(static_cast<uint64_t>(call.library.ticks++));
}

/// clock_gettime and gettimeofday: seconds, then a part of one.
template <size_t kTo, int64_t kScale>
CallAnswer precise_now(LibraryCall& call) {
  int64_t tick = call.library.ticks++;
  uint64_t to = call.word(kTo);
  if (to == 0) return call.number(0);
  uint32_t bytes = call.pointer_bytes();
  bool ok = call.store(to, bytes, static_cast<uint64_t>(kNow + tick / 1'000'000)) &&
            call.store(to + bytes, bytes, static_cast<uint64_t>(tick % 1'000'000 * kScale));
  return ok ? call.number(0) : call.stop();
}

/// A struct tm, which is laid out as the host's; its last field points to the zone's name.
bool read_tm(LibraryCall& call, uint64_t address, struct tm& broken) {
  broken = {};
  if (!call.read(address, &broken, offsetof(struct tm, tm_gmtoff), Reading::Initialised)) {
    return false;
  }
  broken.tm_zone = "UTC";
  return true;
}

bool write_tm(LibraryCall& call, uint64_t address, const struct tm& broken) {
  uint64_t zone = call.library.static_address("zone", 4);
  return call.write(zone, "UTC", 4) && call.write(address, &broken, offsetof(struct tm, tm_zone)) &&
         call.store_pointer(address + offsetof(struct tm, tm_zone), zone);
}

CallAnswer break_down_into(LibraryCall& call, uint64_t to) {
  std::optional<uint64_t> seconds = call.load(call.word(0), 8);
  if (!seconds) return call.stop();
  auto time = static_cast<time_t>(*seconds);
  struct tm broken{};
  if (!gmtime_r(&time, &broken)) return call.failure(EOVERFLOW, 0);
  return write_tm(call, to, broken) ? call.number(to) : call.stop();
}
CallAnswer break_down(LibraryCall& call) {
  return break_down_into(call, call.library.static_address("tm", sizeof(struct tm)));
}
CallAnswer break_down_reentrantly(LibraryCall& call) { return break_down_into(call, call.word(1)); }

CallAnswer put_together(LibraryCall& call) {  // mktime, in UTC
  struct tm broken{};
  if (!read_tm(call, call.word(0), broken)) return call.stop();
  time_t time = timegm(&broken);
  return write_tm(call, call.word(0), broken) ? call.number(static_cast<uint64_t>(time))
                                              : call.stop();
}

CallAnswer as_text(LibraryCall& call, const struct tm& broken) {
  char text[64] = {};
  if (!asctime_r(&broken, text)) return call.failure(EOVERFLOW, 0);
  uint64_t to = call.library.static_address("asctime", sizeof text);
  return call.write(to, text, sizeof text) ? call.number(to) : call.stop();
}

CallAnswer broken_as_text(LibraryCall& call) {  // asctime
  struct tm broken{};
  return read_tm(call, call.word(0), broken) ? as_text(call, broken) : call.stop();
}

CallAnswer seconds_as_text(LibraryCall& call) {  // ctime
  std::optional<uint64_t> seconds = call.load(call.word(0), 8);
  if (!seconds) return call.stop();
  auto time = static_cast<time_t>(*seconds);
  struct tm broken{};
  return gmtime_r(&time, &broken) ? as_text(call, broken) : call.failure(EOVERFLOW, 0);
}

CallAnswer format_time(LibraryCall& call) {  // strftime
  std::optional<std::string> format = call.text(call.word(2));
  struct tm broken{};
  if (!format || !read_tm(call, call.word(3), broken)) return call.stop();
  constexpr uint64_t kMost = 1 << 16;
  std::string text(std::min(call.word(1), kMost), '\0');
  size_t length = strftime(text.data(), text.size(), format->c_str(), &broken);
  if (length > 0 && !call.write(call.word(0), text.data(), length + 1)) return call.stop();
  return call.number(length);
}

CallAnswer difference(LibraryCall& call) {
  return call.real_number(
      difftime(static_cast<time_t>(call.word(0)), static_cast<time_t>(call.word(1))));
}

constexpr LibraryEntry kFunctions[] = {
    {"time", now},
    {"clock", processor_time},
    {"clock_gettime", precise_now<1, 1000>},
    {"gettimeofday", precise_now<0, 1>},
    {"gmtime", break_down},
    {"localtime", break_down},
    {"gmtime_r", break_down_reentrantly},
    {"localtime_r", break_down_reentrantly},
    {"mktime", put_together},
    {"timegm", put_together},
    {"asctime", broken_as_text},
    {"ctime", seconds_as_text},
    {"strftime", format_time},
    {"difftime", difference},
};

}  // namespace

std::span<const LibraryEntry> time_functions() { return kFunctions; }

}  // namespace assay::interpreter
