// stdlib.h: numbers from text, random numbers, small arithmetic.
#include <stdlib.h>

#include <cerrno>
#include <cinttypes>
#include <cstring>

#include "engines/interpreter/libc_host.h"
#include "engines/interpreter/libc_random.h"
#include "engines/interpreter/libc_tables.h"

namespace assay::interpreter {

Library::Random::Random() {
  initstate_r(1, state_, sizeof state_, &data_);
  srand48_r(0, &real);
  // What drand48 starts from where nobody seeds it.
  unsigned short start[3] = {0, 0, 0};
  seed48_r(start, &real);
}

void Library::Random::seed(unsigned value) { srandom_r(value, &data_); }

int32_t Library::Random::next() {
  int32_t value = 0;
  random_r(&data_, &value);
  return value;
}

namespace {

using semantics::CallAnswer;

template <class T>
CallAnswer parse_decimal(LibraryCall& call) {  // atoi, atol, atoll
  std::optional<std::string> text = call.text(call.word(0));
  if (!text) return call.stop();
  return call.number(
      static_cast<uint64_t>(static_cast<T>(std::strtol(text->c_str(), nullptr, 10))));
}

CallAnswer parse_real(LibraryCall& call) {  // atof
  std::optional<std::string> text = call.text(call.word(0));
  return text ? call.real_number(std::strtod(text->c_str(), nullptr)) : call.stop();
}

/// Runs `convert` on the text; sets errno and where it ended, as it does.
template <class Convert>
bool convert_text(LibraryCall& call, Convert convert) {
  std::optional<std::string> text = call.text(call.word(0));
  if (!text) return false;
  char* end = nullptr;
  errno = 0;
  convert(text->c_str(), &end);
  int error = errno;
  if (error != 0) call.library.set_errno(call, error);
  uint64_t stopped = call.word(0) + static_cast<uint64_t>(end - text->c_str());
  return call.word(1) == 0 || call.store_pointer(call.word(1), stopped);
}

template <auto kConvert>
CallAnswer parse_integer(LibraryCall& call) {  // strtol and its kind
  uint64_t value = 0;
  bool ok = convert_text(call, [&](const char* text, char** end) {
    value = static_cast<uint64_t>(kConvert(text, end, call.int_word(2)));
  });
  return ok ? call.number(value) : call.stop();
}

template <auto kConvert>
CallAnswer parse_number(LibraryCall& call) {  // strtod and its kind
  long double value = 0;
  bool ok = convert_text(call, [&](const char* text, char** end) { value = kConvert(text, end); });
  return ok ? call.real_number(value) : call.stop();
}

template <class T>
CallAnswer absolute(LibraryCall& call) {
  auto value = static_cast<T>(call.word(0));
  if (value >= 0) return call.number(static_cast<uint64_t>(value));
  auto negated = static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(value));
  if (negated < 0 && call.violated({.kind = semantics::ObligationKind::NoOverflow})) {
    return call.stop();
  }
  return call.number(static_cast<uint64_t>(negated));
}

template <class T, class Made>
CallAnswer divide(LibraryCall& call) {  // div, ldiv, lldiv
  auto a = static_cast<T>(call.word(0)), b = static_cast<T>(call.word(1));
  if (b == 0) {
    call.violated({.kind = semantics::ObligationKind::DivisorNonZero});
    return call.stop();
  }
  Made made{};
  // The most negative number by -1 wraps here as it does in the registers.
  made.quot = b == -1 ? static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(a)) : a / b;
  made.rem = b == -1 ? 0 : a % b;
  return call.aggregate(&made, sizeof made);
}

CallAnswer next_random(LibraryCall& call) {
  return call.number(static_cast<uint64_t>(call.library.random->next()));
}

CallAnswer seed_random(LibraryCall& call) {
  call.library.random->seed(static_cast<unsigned>(call.word(0)));
  return call.none();
}

CallAnswer next_random_of(LibraryCall& call) {  // rand_r
  std::optional<uint64_t> seed = call.load(call.word(0), 4);
  if (!seed) return call.stop();
  auto state = static_cast<unsigned>(*seed);
  int value = rand_r(&state);
  return call.store(call.word(0), 4, state) ? call.number(static_cast<uint64_t>(value))
                                            : call.stop();
}

CallAnswer next_random_real(LibraryCall& call) {
  double value = 0;
  drand48_r(&call.library.random->real, &value);
  return call.real_number(value);
}

CallAnswer next_random_long(LibraryCall& call) {
  long value = 0;
  lrand48_r(&call.library.random->real, &value);
  return call.number(static_cast<uint64_t>(value));
}

CallAnswer next_random_signed(LibraryCall& call) {
  long value = 0;
  mrand48_r(&call.library.random->real, &value);
  return call.number(static_cast<uint64_t>(value));
}

CallAnswer seed_random_real(LibraryCall& call) {
  srand48_r(static_cast<long>(call.word(0)), &call.library.random->real);
  return call.none();
}

constexpr LibraryEntry kFunctions[] = {
    {"atoi", parse_decimal<int>},
    {"atol", parse_decimal<long>},
    {"atoll", parse_decimal<long>},
    {"atof", parse_real},
    {"strtol", parse_integer<::strtol>},
    {"strtoll", parse_integer<::strtoll>},
    {"strtoul", parse_integer<::strtoul>},
    {"strtoull", parse_integer<::strtoull>},
    {"strtoimax", parse_integer<::strtoimax>},
    {"strtoumax", parse_integer<::strtoumax>},
    {"__isoc23_strtol", parse_integer<::strtol>},
    {"__isoc23_strtoll", parse_integer<::strtoll>},
    {"__isoc23_strtoul", parse_integer<::strtoul>},
    {"__isoc23_strtoull", parse_integer<::strtoull>},
    {"strtod", parse_number<::strtod>},
    {"strtof", parse_number<::strtof>},
    {"strtold", parse_number<::strtold>},
    {"abs", absolute<int>},
    {"labs", absolute<long>},
    {"llabs", absolute<long long>},
    {"imaxabs", absolute<intmax_t>},
    {"div", divide<int, div_t>},
    {"ldiv", divide<long, ldiv_t>},
    {"lldiv", divide<long long, lldiv_t>},
    {"imaxdiv", divide<intmax_t, imaxdiv_t>},
    {"ffs", by_host<::ffs>},
    {"ffsl", by_host<::ffsl>},
    {"ffsll", by_host<::ffsll>},
    {"rand", next_random},
    {"random", next_random},
    {"srand", seed_random},
    {"srandom", seed_random},
    {"rand_r", next_random_of},
    {"drand48", next_random_real},
    {"lrand48", next_random_long},
    {"mrand48", next_random_signed},
    {"srand48", seed_random_real},
};

}  // namespace

std::span<const LibraryEntry> stdlib_functions() { return kFunctions; }

}  // namespace assay::interpreter
