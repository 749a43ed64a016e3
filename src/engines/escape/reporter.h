// Collects what escaped, once per cause, and turns it into findings.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engines/escape/values.h"
#include "findings/finding.h"
#include "ir/unit.h"

namespace assay::escape {

class Reporter {
 public:
  Reporter(const ir::Unit& unit, const ir::Function& function)
      : unit_(unit), function_(function), body_(function.body) {}

  enum class How : uint8_t { Address, Reference, InObject };
  /// A frame address leaves by the Return point.
  void returned(const Address& address, ir::NodeId where, How how);
  /// A frame address is in `holder` when its object's life ends: at `where`, the Return or ScopeEnd
  /// point; none where control falls off the end.
  void left_behind(const Address& address, const Location& holder, ir::NodeId where);
  /// A dangling address is dereferenced or handed on.
  void used(const Address& address, ir::NodeId where);

  std::vector<findings::Finding> take();

 private:
  enum class Sort : uint8_t { Returned, LeftBehind, Used };
  struct Cause {
    Sort sort;
    Base object;
    ir::NodeId at;  // the return, the store, or where the dangling address was taken
    friend auto operator<=>(const Cause&, const Cause&) = default;
  };
  struct Evidence {
    Address address;
    Location holder;
    ir::NodeId where;
    How how = How::Address;
  };
  void keep(const Cause& cause, Evidence evidence);
  findings::Finding returned_finding(const Evidence& evidence) const;
  findings::Finding left_behind_finding(const Evidence& evidence) const;
  findings::Finding used_finding(const Evidence& evidence) const;
  void add_taken_step(findings::Finding& finding, const Address& address) const;

  findings::Location location(ir::NodeId node) const;
  findings::Location end_of_function() const;
  findings::Location end_of_scope(ir::NodeId scope_end) const;
  std::string object_name(Base object) const;  // `x`, or empty
  std::string object_text(Base object) const;  // "local variable 'x'"
  std::string short_text(Base object) const;   // "'x'", "the compound literal"
  std::string holder_text(const Evidence& evidence) const;
  std::string holder_name(const Evidence& evidence) const;
  findings::Finding start() const;

  const ir::Unit& unit_;
  const ir::Function& function_;
  const ir::Body& body_;
  std::map<Cause, Evidence> causes_;
};

}  // namespace assay::escape
