// `--checks a,-b,c*`: which kinds of findings are wanted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "findings/glob.h"

namespace assay::cli {

class CheckFilter {
 public:
  /// Rules of the user may report kinds that nobody has listed.
  enum class Names { Known, Any };
  /// Globs by comma, applied in order; one with `-` in front removes.  A list that only removes
  /// starts from all.  A name without a star that is no kind is an error, if all are known.
  static Result<CheckFilter> parse(std::string_view list, Names names = Names::Known);
  bool wants(std::string_view kind) const;

 private:
  struct Rule {
    std::string glob;
    bool adds = true;
  };
  std::vector<Rule> rules_;
};

using findings::glob_matches;

}  // namespace assay::cli
