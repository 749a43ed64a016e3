// Functions of the host that depend on nothing but their arguments, made functions of the library.
//
// Arguments and result are numbers; the program's declaration says the same as the host's.
#pragma once

#include <cerrno>
#include <type_traits>
#include <utility>

#include "engines/interpreter/library_call.h"

namespace assay::interpreter {

namespace host_detail {

template <class T>
T argument(const LibraryCall& call, size_t index) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(call.long_real(index));
  } else {
    return static_cast<T>(call.word(index));
  }
}

template <class R, class... A, size_t... I>
semantics::CallAnswer apply(LibraryCall& call, R (*function)(A...), std::index_sequence<I...>) {
  errno = 0;
  R value = function(argument<A>(call, I)...);
  if (errno != 0) call.set_errno(errno);
  if constexpr (std::is_floating_point_v<R>) {
    return call.real_number(static_cast<long double>(value));
  } else {
    return call.number(static_cast<uint64_t>(value));
  }
}

template <class R, class... A>
semantics::CallAnswer apply(LibraryCall& call, R (*function)(A...)) {
  return apply(call, function, std::index_sequence_for<A...>());
}

}  // namespace host_detail

template <auto kFunction>
semantics::CallAnswer by_host(LibraryCall& call) {
  return host_detail::apply(call, +kFunction);
}

/// For functions with overloads: `On<double, double>::by_host<::sin>`.
template <class R, class... A>
struct On {
  template <R (*kFunction)(A...)>
  static semantics::CallAnswer by_host(LibraryCall& call) {
    return host_detail::apply(call, kFunction);
  }
};

}  // namespace assay::interpreter
