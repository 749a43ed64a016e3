// Terms: right against Z3, and how fast they are built.
//
// `assay_bench_terms N [SEED]` draws N random terms over all integer operators and widths 1 to 128,
// and compares evaluation before and after simplification, and with what Z3 computes; then it
// measures the builders.  Exit code 1 at the first disagreement.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cstdlib>

#include "logic/build.h"
#include "logic/eval.h"
#include "logic/smtlib_print.h"
#include "support/random_terms.h"
#include "support/z3_terms.h"

namespace assay::bench {
namespace {

using logic::Term;
using logic::TermPool;

constexpr uint64_t kTermsPerPool = 500;

/// Processor time in nanoseconds: other programs on the machine do not count.
double now() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

bool agree(uint64_t seed, uint64_t count) {
  TermPool pool;
  test::RandomTerms random(pool, seed);
  test::Z3Terms z3(pool);
  for (uint64_t i = 0; i < count; ++i) {
    Term raw = random.next();
    Term built = test::simplified(pool, raw);
    logic::Assignment assignment = random.assignment();
    logic::Bits ours = evaluate(pool, raw, assignment);
    bool same = ours == evaluate(pool, built, assignment) && ours == z3.evaluate(raw, assignment);
    if (same) continue;
    fmt::print("seed {}: {}\nbecame {}\n", seed, smtlib_term(pool, raw), smtlib_term(pool, built));
    return false;
  }
  return true;
}

void measure_constants() {
  TermPool pool;
  constexpr int kRounds = 20'000'000;
  Term sum = Term::constant(32, 1);
  double start = now();
  for (int i = 0; i < kRounds; ++i) {
    Term next = logic::mul(pool, sum, Term::constant(32, static_cast<uint64_t>(i) | 1));
    sum = logic::ite(pool, logic::slt(pool, next, sum), logic::add(pool, next, sum), next);
  }
  fmt::print("constants: {:.2f} ns per operation (last {})\n", (now() - start) / kRounds / 4,
             sum.bits());
}

void measure_symbols() {
  TermPool pool;
  constexpr int kRounds = 1'000'000;
  Term x = pool.symbol("x", 32);
  Term y = pool.symbol("y", 32);
  double start = now();
  for (int i = 0; i < kRounds; ++i) {
    Term sum = logic::add(pool, x, Term::constant(32, static_cast<uint64_t>(i % 5000)));
    x = i % 64 == 0 ? y : logic::bit_xor(pool, sum, y);
  }
  fmt::print("symbols: {:.0f} ns per operation, {} nodes\n", (now() - start) / kRounds / 2,
             pool.node_count());
}

int run(int argc, char** argv) {
  uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200'000;
  uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  for (uint64_t done = 0; done < count; done += kTermsPerPool, ++seed) {
    if (!agree(seed, std::min(kTermsPerPool, count - done))) return 1;
  }
  fmt::print("{} terms: no disagreement\n", count);
  measure_constants();
  measure_symbols();
  return 0;
}

}  // namespace
}  // namespace assay::bench

int main(int argc, char** argv) { return assay::bench::run(argc, argv); }
