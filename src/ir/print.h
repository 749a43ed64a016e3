// Functions and units as text: readable, stable, the same for the same content.
#pragma once

#include <string>
#include <string_view>

#include "ir/unit.h"

namespace assay::ir {

struct PrintOptions {
  bool places = true;  // line:column after each point
  bool tree = false;   // the statements and expressions as a tree as well, indented
};

/// The blocks with their points, one line each; then globals' initialisers likewise.
std::string print_function(const Unit& unit, const Function& function, PrintOptions options = {});
/// The control flow as a Graphviz graph.
std::string print_dot(const Unit& unit, const Function& function);
/// A node's tree as C, for messages: `p->next`, `a[i + 1]`.
std::string print_expression(const Unit& unit, const Body& body, NodeId node);
/// A literal as C would spell it; bytes that are not printable ASCII or valid UTF-8 as \xNN.
std::string quote(std::string_view text);

}  // namespace assay::ir
