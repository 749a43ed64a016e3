#include "findings/match.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "base/bytes.h"
#include "findings/words.h"

namespace assay::findings {
namespace {

/// What two findings must have in common in one pass.
enum Trait : unsigned {
  kFunction = 1,
  kVariables = 2,
  kFile = 4,
  kContext = 8,
  kFingerprint = 16,
  kAlone = 32,  // and that nothing else has: for passes in which little else speaks
};

// The strongest first.  The kind is always in common.
constexpr std::array kPasses{
    kFile | kFunction | kVariables | kContext | kFingerprint,
    kFile | kFunction | kVariables | kContext,
    kFunction | kVariables | kContext | kFingerprint,
    kFunction | kVariables | kContext,
    kFile | kFunction | kVariables | kFingerprint,
    unsigned{kFingerprint},
    kFile | kFunction | kVariables,
    kFunction | kVariables,
    kFile | kFunction | kContext,   // the variable was renamed
    kFile | kVariables | kContext,  // the function was
    kFunction | kContext | kAlone,
    kVariables | kContext | kAlone,
};

class Matcher {
 public:
  Matcher(std::span<const Likeness> before, std::span<const Likeness> now)
      : before_(before), now_(now), result_(now.size()), continued_(before.size()) {
    by_line(before_, before_order_);
    by_line(now_, now_order_);
  }

  std::vector<std::optional<size_t>> run() {
    for (unsigned pass : kPasses) {
      if (left_ == 0) break;
      run_pass(pass);
    }
    return std::move(result_);
  }

 private:
  static void by_line(std::span<const Likeness> all, std::vector<size_t>& order) {
    order.resize(all.size());
    for (size_t i = 0; i < all.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return std::tie(all[a].file, all[a].line) < std::tie(all[b].file, all[b].line);
    });
  }

  // Zero: lacks a trait that the pass asks for.
  static Hash key(const Likeness& likeness, unsigned pass) {
    if ((pass & kContext) != 0 && likeness.context == 0) return {};
    if ((pass & kVariables) != 0 && (pass & kFunction) == 0 && likeness.variables.empty())
      return {};
    ByteWriter out;
    out.text(likeness.kind);
    if ((pass & kFunction) != 0) out.text(likeness.function);
    if ((pass & kVariables) != 0) out.text(likeness.variables);
    if ((pass & kFile) != 0) out.text(likeness.file);
    if ((pass & kContext) != 0) out.fixed64(likeness.context);
    if ((pass & kFingerprint) != 0) out.raw(likeness.fingerprint.bytes());
    return hash_bytes(out.bytes());
  }

  // Equals are paired in the order of their lines.
  void run_pass(unsigned pass) {
    std::map<Hash, std::pair<std::vector<size_t>, std::vector<size_t>>> groups;
    for (size_t i : before_order_) {
      if (continued_[i]) continue;
      if (Hash k = key(before_[i], pass); !k.is_zero()) groups[k].first.push_back(i);
    }
    for (size_t i : now_order_) {
      if (result_[i]) continue;
      if (Hash k = key(now_[i], pass); !k.is_zero())
        if (auto group = groups.find(k); group != groups.end()) group->second.second.push_back(i);
    }
    for (const auto& [k, group] : groups) {
      const auto& [old_ones, new_ones] = group;
      if ((pass & kAlone) != 0 && (old_ones.size() != 1 || new_ones.size() != 1)) continue;
      for (size_t i = 0; i < std::min(old_ones.size(), new_ones.size()); ++i) {
        result_[new_ones[i]] = old_ones[i];
        continued_[old_ones[i]] = true;
        --left_;
      }
    }
  }

  std::span<const Likeness> before_, now_;
  std::vector<size_t> before_order_, now_order_;
  std::vector<std::optional<size_t>> result_;
  std::vector<bool> continued_;
  size_t left_ = std::min(before_.size(), now_.size());
};

// Identifiers and numbers whole, other characters one by one, blanks not at all.
template <class Each>
void for_each_word(std::string_view text, const Each& each) {
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end == at) ++end;
    std::string_view word = text.substr(at, end - at);
    at = end;
    if (word != " " && word != "\t" && word != "\r") each(word);
  }
}

}  // namespace

std::string joined_variables(std::span<const std::string> variables) {
  std::string joined;
  for (const std::string& variable : variables) {
    if (!joined.empty()) joined += '\n';
    joined += variable;
  }
  return joined;
}

uint64_t context_of(std::string_view line, std::span<const std::string> variables) {
  std::set<std::string_view> names;
  for (const std::string& variable : variables)
    for_each_word(variable, [&](std::string_view word) {
      if (is_word(word.front())) names.insert(word);
    });
  std::string text;
  for_each_word(line, [&](std::string_view word) { text += names.contains(word) ? "$" : word; });
  return text.empty() ? 0 : hash_bytes(text).low;
}

std::vector<std::optional<size_t>> match(std::span<const Likeness> before,
                                         std::span<const Likeness> now) {
  return Matcher(before, now).run();
}

}  // namespace assay::findings
