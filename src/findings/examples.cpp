#include "findings/examples.h"

#include <fmt/format.h>

#include <array>

namespace assay::findings {
namespace {

struct Example {
  std::string_view kind;
  std::string_view text;
};

constexpr std::array kExamples{
    Example{"stack-escape",
            "char *name(int id) {\n"
            "  char text[16];\n"
            "  snprintf(text, sizeof text, \"n%d\", id);\n"
            "  return text;  // 'text' is gone when the caller looks\n"
            "}\n"},
    Example{"null-deref",
            "struct item *i = find(list, key);  // null if there is none\n"
            "return i->value;                   // and then this ends the program\n"},
    Example{"invalid-deref",
            "int *p;\n"
            "if (flag) p = &x;\n"
            "*p = 1;  // not set if flag is 0\n"},
    Example{"use-after-free",
            "free(node);\n"
            "list = node->next;  // reads what is freed\n"},
    Example{"double-free",
            "if (failed) free(buffer);\n"
            "free(buffer);  // the second time, if it failed\n"},
    Example{"invalid-free",
            "char name[8];\n"
            "free(name);  // was never allocated\n"},
    Example{"uninit",
            "int count;\n"
            "if (has_list) count = length(list);\n"
            "return count;  // anything, if there is no list\n"},
    Example{"leak",
            "char *copy = strdup(text);\n"
            "if (!is_valid(text)) return -1;  // the copy is lost\n"},
    Example{"resource-leak",
            "FILE *f = fopen(path, \"r\");\n"
            "if (!read_head(f)) return -1;  // stays open\n"},
    Example{"resource-state",
            "fclose(f);\n"
            "fprintf(f, \"done\\n\");  // is closed\n"},
    Example{"freed-return",
            "free(node->text);\n"
            "return node->text;  // leads to freed memory\n"},
    Example{"buffer-overflow",
            "int table[8];\n"
            "for (int i = 0; i <= 8; i++) table[i] = 0;  // table[8] is none of it\n"},
    Example{"div-by-zero",
            "int n = count(list);\n"
            "return sum(list) / n;  // 0 for an empty list\n"},
    Example{"illegal-argument", "memcpy(a, a + 1, n);  // the two may not overlap\n"},
    Example{"int-overflow",
            "int size = atoi(word);\n"
            "p = malloc(size * 16);  // wraps for a large number\n"},
    Example{"bad-shift", "return 1 << 32;  // an int has 32 bits\n"},
    Example{"pure-virtual",
            "struct Shape {\n"
            "  Shape() { draw(); }  // there is no Circle yet\n"
            "  virtual void draw() = 0;\n"
            "};\n"},
    Example{"lock-misuse",
            "pthread_mutex_lock(&m);\n"
            "if (!ready) return;  // still held\n"},
    Example{"unchecked-result",
            "write(fd, head, sizeof head);  // others look whether it worked\n"},
    Example{"unsafe-function", "gets(line);  // no caller can say how long 'line' is\n"},
    Example{"missing-va-end",
            "va_start(args, format);\n"
            "if (!format) return;  // without va_end\n"},
    Example{"unterminated-string",
            "strncpy(name, text, sizeof name);\n"
            "puts(name);  // without a terminator if 'text' is long\n"},
    Example{"tainted-size",
            "read(fd, &n, sizeof n);\n"
            "table[n] = 1;  // whatever the other side sent\n"},
    Example{"null-unchecked",
            "struct user *u = lookup(id);  // elsewhere the result is compared with null\n"
            "u->seen = now;\n"},
};

}  // namespace

std::string_view example_of(std::string_view kind) {
  for (const Example& example : kExamples)
    if (example.kind == kind) return example.text;
  return {};
}

std::string how_to_silence(std::string_view kind) {
  return fmt::format(
      "Where a finding is none, say why in the source, on its line or above it:\n"
      "  // assay-ignore[{0}]: the caller has looked\n"
      "or in the database, `assay mark ID false_positive --note ...`.  To look for no {0} at\n"
      "all: --checks=-{0}, or checks = [\"-{0}\"] in .assay.toml.\n",
      kind);
}

}  // namespace assay::findings
