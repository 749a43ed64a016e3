// What a rule's C code may ask of the engine that runs it, and what it is given.
//
// `mc.h`, the header that rules see, is implemented on this: questions about trees, types and
// places are answered from the Invocation, everything that touches the engine goes to Host.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "metal/match.h"
#include "metal/program.h"

namespace assay::metal {

enum class ReportClass : uint8_t { Security, Error, Minor };
enum class ReportSort : uint8_t { Error, Note };

/// err, note, v_err, v_note.
struct RuleReport {
  ReportSort sort = ReportSort::Error;
  std::string kind;     // v_err's first argument; empty: the machine's name
  HoleId variable;      // of v_err and v_note; none: what they were given is no hole
  std::string message;  // expanded, without tags
  ReportClass severity = ReportClass::Error;
  // [SUCCESS=…], [FAIL=…], [POP=…]: what is counted for z-ranking.  None: no such tag.  Empty:
  // `[SUCCESS]`, counted for the function at hand.
  std::optional<std::string> success, fail, population;
};

/// Data of an instance: part of its state, compared by content.
struct InstanceData {
  std::string bytes;
  bool is_text = false;
  friend auto operator<=>(const InstanceData&, const InstanceData&) = default;
};

class Host {
 public:
  virtual ~Host() = default;
  virtual void report(RuleReport report) = 0;
  /// No path goes on from here, for this machine and those after it.  None: from the point at hand.
  virtual void kill_path(ir::NodeId at) = 0;
  /// Reported so far by this machine in this function.
  virtual uint64_t error_count() const = 0;
  /// Of the instance that `variable` stands for at this transition.
  virtual std::optional<InstanceData> data(HoleId variable) const = 0;
  virtual void set_data(HoleId variable, std::optional<InstanceData> data) = 0;
  /// None: the global state.  Empty: the variable has no state here.
  virtual std::string state(HoleId variable) const = 0;
  /// None: the global state.  False: the machine has no such state, or no instance stands there.
  virtual bool set_state(HoleId variable, std::string_view name) = 0;
  /// Annotations of trees: how an earlier machine of the composition speaks to a later one.
  virtual std::optional<std::string> annotation(ir::NodeId node, std::string_view key) const = 0;
  virtual void annotate(ir::NodeId node, std::string_view key, std::string value) = 0;
  /// Whether some function that the call may reach has a body in the program.
  virtual bool has_body(ir::NodeId call) const = 0;
  /// Whether what is known on the path says that it is zero.
  virtual bool is_known_zero(TreeId tree, ir::NodeId node) const = 0;
  /// How many loops of the function the point stands in.
  virtual uint32_t loop_depth(ir::NodeId point) const {
    (void)point;
    return 0;
  }
  /// Whether the analysis began with the function at hand.
  virtual bool is_root() const { return true; }
  /// By how many names the program holds what `variable` stands for.
  virtual size_t name_count(HoleId variable) const {
    (void)variable;
    return 0;
  }
  /// Counts across functions, merged in a fixed order.
  virtual void count(std::string_view key, int64_t by) = 0;
};

struct Invocation {
  const Machine& machine;
  const Code& code;
  ir::NodeId at;  // mc_stmt; none in `init` and `final`
  const Bindings& bindings;
  Host& host;
};

/// A piece of C code in a composition: a callout, an action, `init`, `final`.
using CodeId = Id<struct RuleCodeTag>;

/// Runs the compiled code of one composition.  `machine` counts the machines of
/// Composition::parts.
class ActionRunner {
 public:
  virtual ~ActionRunner() = default;
  virtual CodeId action_of(size_t machine, RuleRef rule) const = 0;  // none: the rule has none
  virtual CodeId callout_of(size_t machine, PatternId callout) const = 0;
  virtual std::vector<CodeId> init_of(size_t machine) const = 0;
  virtual std::vector<CodeId> final_of(size_t machine) const = 0;
  /// `rule 'close': its action at close.metal:7:40`, the beginning of every complaint about it.
  virtual std::string describe(CodeId code) const = 0;
  /// The value of a callout; 0 for others.  An error says which rule's code did not end or misused
  /// what it was given; the static data is then in between, so reset it before anything else runs.
  /// A crash (a wild pointer) is the process's: the ActionCell tells whose fault it was.
  virtual Result<int64_t> run(CodeId code, const Invocation& invocation) = 0;
  /// Whether headers or actions have static data, so that a run may depend on those before it.
  virtual bool keeps_data() const = 0;
  /// The static data of headers and actions as it was before anything ran.
  virtual void reset_static_data() = 0;
};

}  // namespace assay::metal
