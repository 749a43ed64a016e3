// The one table of kinds that some engine produces.
#include <array>

#include "findings/finding.h"

namespace assay::findings {
namespace {

/// What the simulator does not see, whatever it looks for.
constexpr std::string_view kPathLimits =
    "Not reported: what no more than a bounded number of paths through a function shows; what "
    "follows from two inputs that are the same object; what an unknown function may have done.";

/// What the checks of one function alone leave out.
constexpr std::string_view kLocalLimits =
    "Not reported: what stands in a macro, in an instance of a template or in a system header; "
    "what follows only from the callers, the callees or memory behind pointers.";

constexpr std::array<KindInfo, 36> kKinds{{
    {.id = "stack-escape",
     .title = "Address of a local variable outlives it",
     .description =
         "The address of a variable that lives in a function's frame (a local, a parameter, a "
         "temporary, a compound literal) is returned, or is still stored in a global, in memory "
         "behind a parameter or in a longer-lived variable when the variable's life ends. Whoever "
         "uses it afterwards reads or overwrites whatever the stack holds by then.\n\n"
         "To mend it, let the caller provide the memory, allocate it, make the variable static, "
         "or reset the place that holds the address before the variable's life ends.",
     .limits =
         "Not reported: an address passed to a call, as most callees do not keep it; one that a "
         "call between the store and the variable's end may have reset; one kept as a number; one "
         "in a global or an argument when main returns; what an exception leaves behind; an object "
         "that stores its own address, in its destructor. Each function is looked at alone: what "
         "its callees do with an address is not known.",
     .level = Level::Warning,
     .cwe = 562,
     .security_severity = "7.0"},
    {.id = "null-deref",
     .title = "A pointer that may be null is dereferenced",
     .description =
         "On a path that the program can take, a pointer is null where it is followed: it was "
         "set to null, compared with it, or is the result of a call that can fail.\n\nTo mend "
         "it, look at the pointer before it is followed, and leave on the path where it is "
         "null.",
     .limits = kPathLimits,
     .level = Level::Warning,
     .cwe = 476,
     .security_severity = "5.3"},
    {.id = "invalid-deref",
     .title = "A pointer that leads nowhere is dereferenced",
     .description =
         "A pointer is followed that has not been set, or that is a number and no address of an "
         "object.\n\nTo mend it, give the pointer a value on every path before it is used.",
     .limits = kPathLimits,
     .level = Level::Warning,
     .cwe = 824,
     .security_severity = "7.0"},
    {.id = "use-after-free",
     .title = "Memory is used after it was freed",
     .description =
         "Memory is read, written or handed on after it was freed: by then it may belong to "
         "somebody else.\n\nTo mend it, free it after its last use, and set pointers that "
         "outlive it to null.",
     .limits = kPathLimits,
     .level = Level::Error,
     .cwe = 416,
     .security_severity = "8.1"},
    {.id = "double-free",
     .title = "Memory is freed twice",
     .description =
         "The same memory is given back twice, which corrupts the allocator's own data.\n\nTo "
         "mend it, let one place own the memory, and set the pointer to null when it is freed.",
     .limits = kPathLimits,
     .level = Level::Error,
     .cwe = 415,
     .security_severity = "8.1"},
    {.id = "invalid-free",
     .title = "What was not allocated is freed",
     .description =
         "Memory is given back that no allocation returned (a variable, a literal, the middle "
         "of a block), or by another function than the one that belongs to its "
         "allocation.\n\nTo mend it, free the pointer that the allocation returned, with the "
         "function that belongs to it.",
     .limits = kPathLimits,
     .level = Level::Error,
     .cwe = 590,
     .security_severity = "7.5"},
    {.id = "uninit",
     .title = "A value is used that was never set",
     .description =
         "Memory is read on a path on which nothing has been written to it.\n\nTo mend it, set "
         "the variable where it is declared, or on each path before its use.",
     .limits = kPathLimits,
     .level = Level::Warning,
     .cwe = 457,
     .security_severity = "5.5"},
    {.id = "leak",
     .title = "Memory is lost without being freed",
     .description =
         "On a path nothing refers to allocated memory any more, though it was not freed.\n\nTo "
         "mend it, free it on this path, or hand it to somebody who does.",
     .limits = kPathLimits,
     .level = Level::Warning,
     .cwe = 401,
     .security_severity = "4.0"},
    {.id = "resource-leak",
     .title = "A resource is lost without being given back",
     .description =
         "On a path nothing refers to an open file, descriptor or other resource any more, "
         "though it was not given back.\n\nTo mend it, close it on this path, or hand it to "
         "somebody who does.",
     .limits = kPathLimits,
     .level = Level::Warning,
     .cwe = 772,
     .security_severity = "4.0"},
    {.id = "resource-state",
     .title = "A resource is used in a state that forbids it",
     .description =
         "A resource is used after it was given back, given back twice, or used before it was "
         "ready: a file that is closed, a mutex that is not held.\n\nTo mend it, keep to the "
         "order of calls that its manual page states, on every path.",
     .limits = kPathLimits,
     .level = Level::Error,
     .cwe = 672,
     .security_severity = "6.0"},
    {.id = "resource-mismatch",
     .title = "A resource is given to a function for another sort of resource",
     .description =
         "What one family of functions opened goes to one of another, which takes it for something "
         "else: a descriptor's number is followed as a pointer.\n\nTo mend it, use the functions "
         "that belong to the one which opened it.",
     .limits = kPathLimits,
     .level = Level::Error,
     .cwe = 404,
     .security_severity = "5.0"},
    {.id = "resource-order",
     .title = "A resource is used in a phase that does not allow it",
     .description =
         "A call needs the resource in another phase of its life than the one it is in: a socket "
         "accepts before it listens, or is bound after that.\n\nTo mend it, keep to the order of "
         "calls that the manual page states, on every path.",
     .limits = kPathLimits,
     .level = Level::Warning,
     .cwe = 666,
     .security_severity = "5.0"},
    {.id = "lock-misuse",
     .title = "A lock is taken twice, released unheld or used when it is gone",
     .description =
         "On a path a lock is taken that the path holds already, released though it is not held, "
         "or used after it was destroyed: a deadlock, or undefined behaviour.\n\nTo mend it, pair "
         "each acquisition with one release on every path.",
     .limits = kPathLimits,
     .level = Level::Error,
     .cwe = 667,
     .security_severity = "5.0"},
    {.id = "wrong-call",
     .title = "A function is called through a pointer of another type",
     .description =
         "A function pointer was converted, and the function that it leads to takes other "
         "arguments, or returns something else, than the call says: what it gets is undefined.\n\n"
         "To mend it, give the function the type that its callers use.",
     .limits = kPathLimits,
     .level = Level::Warning,
     .cwe = 686,
     .security_severity = "5.0"},
    {.id = "lossy-conversion",
     .title = "A conversion that nobody wrote changes a known value",
     .description =
         "A variable has a known value, and the type it is converted to without a cast cannot hold "
         "it: bits are lost, or a number changes its sign.\n\nTo mend it, use the wider type, or "
         "write the cast where it is meant.",
     .limits = kPathLimits,
     .level = Level::Note,
     .cwe = 681,
     .security_severity = "3.0"},
    {.id = "freed-return",
     .title = "A function returns memory that it has freed",
     .description =
         "The pointer that a function returns, or leaves where its caller looks, leads to "
         "memory that it has freed.\n\nTo mend it, return the pointer before the memory is "
         "freed, or null.",
     .limits = kPathLimits,
     .level = Level::Error,
     .cwe = 416,
     .security_severity = "8.1"},
    {.id = "buffer-overflow",
     .title = "Memory is accessed beyond its bounds",
     .description =
         "An access lies before the beginning or after the end of its object, or can, by a "
         "value from outside the program that nothing on the path excludes.\n\nTo mend it, "
         "compare the index or the length with the size of the object before the access.",
     .limits = kPathLimits,
     .level = Level::Error,
     .cwe = 119,
     .security_severity = "8.8"},
    {.id = "div-by-zero",
     .title = "A number is divided by zero",
     .description =
         "The divisor is zero on a path that the program can take, or comes from outside the "
         "program and nothing excludes zero.\n\nTo mend it, look at the divisor first.",
     .limits = kPathLimits,
     .level = Level::Warning,
     .cwe = 369,
     .security_severity = "5.3"},
    {.id = "illegal-argument",
     .title = "A function is called with a value it forbids",
     .description =
         "An argument breaks what the called function requires of its caller, as its model "
         "states.\n\nTo mend it, look at the value before the call.",
     .limits = kPathLimits,
     .level = Level::Warning,
     .cwe = 628,
     .security_severity = "5.0"},
    {.id = "int-overflow",
     .title = "Arithmetic leaves the range of its type",
     .description =
         "A result does not fit its type, for values that the path knows, or for a value from "
         "outside the program that nothing excludes.\n\nTo mend it, compare with the limits "
         "first, or compute in a wider type.",
     .limits = kPathLimits,
     .level = Level::Warning,
     .cwe = 190,
     .security_severity = "6.5"},
    {.id = "bad-shift",
     .title = "A number is shifted by more than its width",
     .description =
         "The count of a shift is negative, or no smaller than the width of what is shifted: C "
         "leaves the result undefined.\n\nTo mend it, keep the count below the width.",
     .limits = kPathLimits,
     .level = Level::Warning,
     .cwe = 1335,
     .security_severity = "4.0"},
    {.id = "pure-virtual",
     .title = "A pure virtual function is called",
     .description =
         "A constructor or destructor calls a virtual function that only a derived class "
         "defines, while that part of the object does not exist.\n\nTo mend it, call it when "
         "the object is complete.",
     .limits = kPathLimits,
     .level = Level::Error,
     .cwe = 758,
     .security_severity = "5.0"},
    {.id = "redundant-condition",
     .title = "A condition is always true, or makes no difference",
     .description =
         "A part of a condition is true whenever the rest of it is looked at, or follows from what "
         "was tested before: it decides nothing, though it was written to.\n\nTo mend it, write "
         "the comparison that was meant, or leave it out.",
     .limits = kLocalLimits,
     .level = Level::Note,
     .cwe = 571,
     .security_severity = "2.0"},
    {.id = "impossible-condition",
     .title = "A condition can never be true",
     .description =
         "Two parts of a condition exclude each other, or what was tested before excludes it: what "
         "depends on it never happens.\n\nTo mend it, write the comparison that was meant; often "
         "one of two ands should be an or.",
     .limits = kLocalLimits,
     .level = Level::Warning,
     .cwe = 570,
     .security_severity = "3.0"},
    {.id = "late-null-check",
     .title = "A pointer is compared with null after it was followed",
     .description =
         "Every way to the comparison has read or written what the pointer leads to, and none has "
         "compared it before: if it can be null, the comparison comes too late.\n\nTo mend it, "
         "compare before the first use, or leave the comparison out.",
     .limits = kLocalLimits,
     .level = Level::Warning,
     .cwe = 476,
     .security_severity = "5.0"},
    {.id = "late-zero-check",
     .title = "A number is compared with zero after it was divided by",
     .description =
         "Every way to the comparison has divided by the number, and none has compared it before: "
         "if it can be zero, the comparison comes too late.\n\nTo mend it, compare before the "
         "division, or leave the comparison out.",
     .limits = kLocalLimits,
     .level = Level::Warning,
     .cwe = 369,
     .security_severity = "5.0"},
    {.id = "dead-code",
     .title = "Code that can never run",
     .description =
         "The condition of a statement is decided by values that were assigned just before, so "
         "that "
         "the statement is never reached.\n\nTo mend it, set the variable where it was meant to be "
         "set, or remove the code.",
     .limits = kLocalLimits,
     .level = Level::Note,
     .cwe = 561,
     .security_severity = "2.0"},
    {.id = "endless-loop",
     .title = "A loop never ends",
     .description =
         "Nothing in the loop changes what its condition depends on, and nothing else leaves it: "
         "no jump, no call, no volatile access; or an unsigned variable is counted down while it "
         "is at least zero.\n\nTo mend it, change the variable that the condition "
         "tests, or leave the loop where its work is done.",
     .limits = kLocalLimits,
     .level = Level::Error,
     .cwe = 835,
     .security_severity = "5.0"},
    {.id = "endless-recursion",
     .title = "A function calls itself on every path",
     .description =
         "No path through the function returns without another call of it: a call of it ends when "
         "the stack is used up.\n\nTo mend it, test for the case that needs no further call, "
         "before "
         "the call.",
     .limits = kLocalLimits,
     .level = Level::Error,
     .cwe = 674,
     .security_severity = "5.0"},
    {.id = "missing-return",
     .title = "A function that returns a value can end without one",
     .description =
         "Control can reach the end of a function that returns a value on other paths; what its "
         "caller gets then is undefined.\n\nTo mend it, return a value there, or end the program "
         "if "
         "it cannot happen.",
     .limits = kLocalLimits,
     .level = Level::Warning,
     .cwe = 394,
     .security_severity = "4.0"},
    {.id = "large-frame",
     .title = "Local variables take much of the stack",
     .description =
         "The variables of one function take a large part of the stack that a thread has, one "
         "megabyte or more; what follows the last page of a stack is overwritten, or ends the "
         "program.\n\nTo mend it, allocate them, or make them static.",
     .limits = kLocalLimits,
     .level = Level::Warning,
     .cwe = 770,
     .security_severity = "5.0"},
    {.id = "empty-body",
     .title = "A semicolon ends an if statement",
     .description =
         "The statement that depends on the condition is empty; what follows the semicolon runs in "
         "any case.\n\nTo mend it, remove the semicolon, or the condition.",
     .limits = kLocalLimits,
     .level = Level::Warning,
     .cwe = 483,
     .security_severity = "3.0"},
    {.id = "unused-value",
     .title = "A value is computed and never read",
     .description =
         "A local variable is assigned the result of a computation, and nothing in the function "
         "reads the variable.\n\nTo mend it, use the value, or leave the computation out.",
     .limits = kLocalLimits,
     .level = Level::Note,
     .cwe = 563,
     .security_severity = "1.0"},
    {.id = "unrelated-pointers",
     .title = "Pointers into different objects are subtracted",
     .description =
         "The distance of two pointers is defined within one object only; where the compiler and "
         "the "
         "linker put two of them is not the program's to know.\n\nTo mend it, subtract pointers "
         "into the same array.",
     .limits = kPathLimits,
     .level = Level::Warning,
     .cwe = 469,
     .security_severity = "4.0"},
    {.id = "float-overflow",
     .title = "A floating-point result is out of range",
     .description =
         "For the values that it has on a path, a computation or a function of the mathematics "
         "library has no result that its type can hold: it is infinite, too small to be told from "
         "zero, or not a number.\n\nTo mend it, look at the arguments before the call, or compute "
         "in another way.",
     .limits = kPathLimits,
     .level = Level::Warning,
     .cwe = 190,
     .security_severity = "4.0"},
    {.id = "huge-allocation",
     .title = "More memory is asked for than there can be",
     .description =
         "The size of an allocation, as it is known on a path, is two gigabytes or more: a "
         "negative "
         "number that became a size, a product that was not meant. It fails, or takes all memory "
         "there is.\n\nTo mend it, look at the size before the allocation.",
     .limits = kPathLimits,
     .level = Level::Warning,
     .cwe = 789,
     .security_severity = "5.0"},
}};

constexpr bool titles_fit() {
  for (const KindInfo& kind : kKinds)
    if (kind.title.size() > 255 || kind.description.size() > 1024) return false;
  return true;
}
static_assert(titles_fit(), "consumers of SARIF cut a title at 255 and a text at 1024 characters");

}  // namespace

std::span<const KindInfo> kinds() { return kKinds; }

const KindInfo* find_kind(std::string_view id) {
  for (const KindInfo& kind : kKinds)
    if (kind.id == id) return &kind;
  return nullptr;
}

std::string_view level_word(Level level) {
  switch (level) {
    case Level::Note:
      return "note";
    case Level::Warning:
      return "warning";
    case Level::Error:
      return "error";
  }
  return "warning";
}

}  // namespace assay::findings
