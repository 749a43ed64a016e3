// The arguments of a formatted function: given in the call, or by a va_list.
#pragma once

#include "engines/interpreter/library_call.h"

namespace assay::interpreter {

/// The types that conversions ask for, as the target has them.
struct FormatTypes {
  explicit FormatTypes(const LibraryCall& call);
  semantics::ValueType narrow, wide, pointer_sized, pointer, real, long_real;
};

class VarArgs {
 public:
  /// Arguments of the call from `first` on.
  static VarArgs of_call(LibraryCall& call, size_t first) { return VarArgs(call, first, 0, false); }
  /// Those of the va_list that is argument number `index`.
  static VarArgs of_list(LibraryCall& call, size_t index) {
    return VarArgs(call, 0, call.word(index), true);
  }

  /// The next one.  Null where the program ended; where there is none left, or one of another
  /// type, that is reported and it is zero.
  logic::Term next(const semantics::ValueType& type);
  /// `%2$d`: from here on `next` takes argument number `position`, from 1.  False for a va_list,
  /// which can be read in order only.
  bool go_to(size_t position);

 private:
  VarArgs(LibraryCall& call, size_t first, uint64_t list, bool is_list)
      : call_(call), first_(first), next_(first), list_(list), is_list_(is_list) {}

  LibraryCall& call_;
  size_t first_, next_;
  uint64_t list_;
  bool is_list_;
};

}  // namespace assay::interpreter
