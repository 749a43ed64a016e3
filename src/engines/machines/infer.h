// Rules that a program seems to keep to, found by counting: what is nearly always done is a rule,
// and who does not do it breaks it.
//
// After "Bugs as deviant behavior" and PASTE section 4, one function at a time: calls that belong
// together (what was opened is closed), functions whose result is compared with null, functions
// after which their argument is not touched.  Nothing is reported as an error: the result is likely
// rules with their evidence, and each as a metal program for whoever believes it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engines/machines/workspace.h"
#include "findings/finding.h"

namespace assay::machines {

struct CallSubject;

enum class InferKind : uint8_t { Pairs, Null, Free };

struct InferOptions {
  double chance = 0.8;        // p0: how often a rule is kept to by chance
  uint64_t min_examples = 3;  // fewer tell nothing
  size_t min_functions = 2;   // that keep to it: one function's habit is no rule
  double min_z = 0.5;         // less sure ones are left out
  bool any_name = false;      // Free: also functions whose name does not speak of freeing
  size_t max_evidence = 10;   // places shown of each sort
};

/// Where a function takes or gives the object that a rule is about.
struct Role {
  std::string function;
  uint32_t argument = 0;  // from 0
  uint32_t arguments = 0;
  bool is_result = false;
  friend auto operator<=>(const Role&, const Role&) = default;
};

struct InferredRule {
  InferKind kind = InferKind::Pairs;
  Role first, second;  // second: of pairs
  uint64_t examples = 0, counterexamples = 0;
  double z = 0;
  struct Evidence {
    findings::Location where;
    std::string function;
    friend auto operator<=>(const Evidence&, const Evidence&) = default;
  };
  std::vector<Evidence> kept, broken;  // sorted, the first few
};

/// Counts function by function; what several workers counted is put together with `merge`.
class Inference {
 public:
  Inference(InferKind kind, InferOptions options) : kind_(kind), options_(options) {}

  void add(Workspace& workspace, callgraph::FunctionId function);
  void merge(const Inference& other);
  /// The surest first; by name where equal.
  std::vector<InferredRule> rules() const;

 private:
  struct Site {
    InferredRule::Evidence where;
    ir::NodeId call;                // a macro has several at one place
    std::vector<Role> followed_by;  // Pairs: on every path; else: not empty if the rule is kept
    std::vector<Role> last;         // Pairs: those of them after which nothing has the object
    bool is_first = true;           // Pairs: no other call had the object before
    friend auto operator<=>(const Site&, const Site&) = default;
  };
  static bool follow(const FunctionCode& code, const CallSubject& from,
                     const std::vector<CallSubject>& calls, Site& site);

  InferKind kind_;
  InferOptions options_;
  std::map<Role, std::vector<Site>> sites_;
};

/// For people: the rule in a sentence, its counts, its places.
std::string print(const InferredRule& rule);
/// A metal program that checks it.
std::string metal_of(const InferredRule& rule);

}  // namespace assay::machines
