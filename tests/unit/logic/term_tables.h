// The value of every node of a pool for all inputs of a few symbols: equality by exhaustion.
#pragma once

#include <vector>

#include "logic/fold.h"
#include "logic/term_pool.h"

namespace assay::logic::test {

class TermTables {
 public:
  /// The symbols' widths together are at most 12 bits.
  TermTables(const TermPool& pool, std::vector<Term> symbols)
      : pool_(pool), symbols_(std::move(symbols)) {
    uint32_t bits = 0;
    for (Term symbol : symbols_) bits += symbol.width();
    inputs_ = size_t{1} << bits;
    tables_.resize(1);
  }

  using Table = std::vector<uint16_t>;

  /// One value per input; terms of at most 16 bits.
  Table table(Term t) {
    if (t.node() == 0) return Table(inputs_, static_cast<uint16_t>(t.bits()));
    for (auto id = static_cast<uint32_t>(tables_.size()); id <= t.node(); ++id) {
      tables_.push_back(compute(pool_.term(id)));
    }
    return tables_[t.node()];
  }

 private:
  Table compute(Term t) {
    Table result(inputs_);
    std::span<const Term> args = pool_.args(t);
    std::vector<Bits> values(args.size());
    for (size_t input = 0; input < inputs_; ++input) {
      for (size_t i = 0; i < args.size(); ++i) {
        uint64_t word = args[i].node() == 0 ? args[i].bits() : tables_[args[i].node()][input];
        values[i] = Bits(args[i].width(), word);
      }
      Bits value = pool_.is(t, Op::Symbol) ? symbol_value(t, input)
                                           : fold(pool_.op(t), t.width(), values, pool_.params(t));
      result[input] = static_cast<uint16_t>(value.low());
    }
    return result;
  }

  Bits symbol_value(Term t, size_t input) const {
    for (Term symbol : symbols_) {
      if (symbol == t) return Bits(t.width(), input);
      input >>= symbol.width();
    }
    return Bits(t.width(), 0);
  }

  const TermPool& pool_;
  std::vector<Term> symbols_;
  size_t inputs_ = 1;
  std::vector<Table> tables_;
};

}  // namespace assay::logic::test
