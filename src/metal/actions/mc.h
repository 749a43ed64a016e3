// mc.h: what the C code of a rule can call.
//
// It stands before the code of every metal file; no #include is needed.  Trees and strings that a
// function returns belong to the analysis: a tree is good until the action or callout ends, a
// string until the static data is set back (before each function for a `local` rule, before each
// root of the program otherwise).  Every function takes a null tree, and answers 0 or null then.
#ifndef MC_H
#define MC_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#define NULL ((void*)0)

// A piece of the program: what fills a hole, and what is reached from there.
typedef struct mc_tree_handle* mc_tree;

// The code at the point where the pattern is tried or has matched; null in `init` and `final`.
#define mc_stmt mc_current_stmt()
mc_tree mc_current_stmt(void);

// ---- trees ------------------------------------------------------------------------------------

// The name of a variable or function; of a call: the name of its callee, null for a call through
// a pointer; of any other expression: how C spells it.
const char* mc_identifier(mc_tree t);
const char* mc_identifer(mc_tree t);  // the same, as the papers spell it
// How C spells the expression: `p->next`, `f(x)`.
const char* mc_text(mc_tree t);
// The operator: "call", "member", "add", "assign", "if", "return", "break", ...
const char* mc_op(mc_tree t);
// Operands, from 0, without the casts that the compiler adds; of a call: the callee, then the
// arguments.
int mc_nkids(mc_tree t);
mc_tree mc_kid(mc_tree t, int i);
// What it is an operand of, or the statement around it; null for the body of the function.
mc_tree mc_parent(mc_tree t);
// The same expression, whatever casts and parentheses are around it.
int mc_equal(mc_tree a, mc_tree b);
// Whether `part` occurs in `whole`.
int mc_mentions(mc_tree whole, mc_tree part);

int mc_is_local(mc_tree t);      // a local variable or parameter
int mc_is_parameter(mc_tree t);  // of the function at hand
int mc_is_global(mc_tree t);     // a variable that outlives its function, static locals too

// ---- calls ------------------------------------------------------------------------------------

int mc_is_call(mc_tree t);
// Whether it is a call to the function of that name; false for a call through a pointer.
int mc_is_call_to(mc_tree t, const char* name);
mc_tree mc_callee(mc_tree call);
// Arguments from 0, those of a C++ method without the object; also of an any_arguments hole.
int mc_nargs(mc_tree call);
mc_tree mc_arg(mc_tree call, int i);
// The callee is declared as never returning.
int mc_fn_is_noreturn(mc_tree call);
// The callee (or function) is declared with the attribute, as GCC names it: "malloc", "nonnull".
int mc_fn_has_attribute(mc_tree fn, const char* name);
// Some function that the call may reach has a body in the program.
int mc_has_body(mc_tree call);

// ---- types and constants ----------------------------------------------------------------------

const char* mc_type(mc_tree t);           // as C spells it: "const char *"; typedef names stay
const char* mc_type_resolved(mc_tree t);  // the same without typedef names and qualifiers on top
const char* mc_pointee_type(mc_tree t);   // what a pointer leads to; null for others
long mc_sizeof(mc_tree t);                // in bytes, an array's as declared; -1 if it has none
int mc_is_pointer(mc_tree t);
int mc_is_integer(mc_tree t);  // integers, characters, enumerations, _Bool
int mc_is_signed(mc_tree t);
int mc_is_float(mc_tree t);
int mc_is_record(mc_tree t);  // struct, union, class
int mc_is_array(mc_tree t);

// A number that the compiler knows: literals, enumerators, sizeof, and what is computed from them.
int mc_is_constant(mc_tree t);
long long mc_int_value(mc_tree t);       // 0 if it is no constant
int mc_is_null(mc_tree t);               // a null pointer, however it is spelled
const char* mc_string_value(mc_tree t);  // of a string literal; null for others
// Whether the path that leads here says that it is null, or zero: `free(p)` after `p = NULL`.
int mc_known_null(mc_tree t);

// ---- places -----------------------------------------------------------------------------------

const char* mc_function(void);   // the function at hand
const char* mc_file(mc_tree t);  // null: of the function at hand, likewise below
int mc_line(mc_tree t);
int mc_column(mc_tree t);
// Whether a macro wrote it, or uses it as its own: `v` in CHECK(v), where CHECK(p) is `((p) == 0)`.
// What a macro is only handed, as `v` in CHECK(v == w), is the user's own.
int mc_in_macro(mc_tree t);
// How many loops of the function mc_stmt stands in.
int mc_loop_depth(void);
// Whether the analysis began with the function at hand: nobody in the program is known to call it,
// or the rule looks at one function at a time.
int mc_is_root(void);
// Whether the function at hand stands in a header of the system.
int mc_in_system_header(void);

// ---- reports ----------------------------------------------------------------------------------
//
// Formats are printf's.  In addition, `$name` (or `${name}`) is how C spells what the variable
// stands for, `$data` its data.  Tags are taken out of the message:
//   [SUCCESS=x] [FAIL=x] [POP=x]   counted for x, to rank by how often a rule is followed; without
//                                  `=x` for the function at hand; dropped if x is empty
//   [SECURITY] [ERROR] [MINOR]     how serious it is; ERROR if nothing is said

void err(const char* format, ...) __attribute__((format(printf, 1, 2)));
void note(const char* format, ...) __attribute__((format(printf, 1, 2)));
void v_err(const char* kind, mc_tree v, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
void v_note(const char* kind, mc_tree v, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
// How many errors this machine has reported in this function.
int mc_nerrors(void);
// Adds to a count across all functions, which the run shows at its end.
void mc_count(const char* key, long long by);

// ---- state ------------------------------------------------------------------------------------

// The machine's own state, by name.
const char* mc_state(void);
void mc_set_state(const char* name);
// The state of what a state variable stands for; null if it has none.
const char* mc_v_state(mc_tree v);
void mc_v_set_state(mc_tree v, const char* name);
// By how many names the path holds it: more than one after `q = p`.
int mc_v_names(mc_tree v);

// Data on what a state variable stands for: part of its state, so that instances with different
// data are different.  Text is copied and compared as text; null takes the data away.
void mc_v_set_data(mc_tree v, const char* text);
void mc_v_set_data_sized(mc_tree v, const void* bytes, size_t size);
// A copy of it, followed by a zero byte, good until the action or callout ends; null if there is
// none.
void* mc_v_get_data(mc_tree v);
size_t mc_v_data_size(mc_tree v);

// ---- what later machines see ------------------------------------------------------------------

// No path goes on past this code, for this machine and those that run after it.
void mc_set_path_kill(mc_tree t);
void mc_kill_path(void);  // past mc_stmt
// Notes on a tree, for the machines that run after this one.
void mc_annotate(mc_tree t, const char* key, const char* value);
const char* mc_annotation(mc_tree t, const char* key);

// ---- from the C library -----------------------------------------------------------------------
//
// Memory from malloc goes away when the static data is set back.

int strcmp(const char* a, const char* b);
int strncmp(const char* a, const char* b, size_t n);
int strcasecmp(const char* a, const char* b);
int strncasecmp(const char* a, const char* b, size_t n);
size_t strlen(const char* s);
char* strchr(const char* s, int c);
char* strrchr(const char* s, int c);
char* strstr(const char* s, const char* part);
size_t strspn(const char* s, const char* accepted);
size_t strcspn(const char* s, const char* rejected);
char* strcpy(char* to, const char* from);
char* strncpy(char* to, const char* from, size_t n);
char* strcat(char* to, const char* from);
char* strncat(char* to, const char* from, size_t n);
char* strdup(const char* s);
int memcmp(const void* a, const void* b, size_t n);
void* memcpy(void* to, const void* from, size_t n);
void* memmove(void* to, const void* from, size_t n);
void* memset(void* to, int c, size_t n);
void* memchr(const void* s, int c, size_t n);
int sprintf(char* to, const char* format, ...) __attribute__((format(printf, 2, 3)));
int snprintf(char* to, size_t n, const char* format, ...) __attribute__((format(printf, 3, 4)));
void* malloc(size_t size);
void* calloc(size_t count, size_t size);
void* realloc(void* p, size_t size);
void free(void* p);
int atoi(const char* s);
long atol(const char* s);
long strtol(const char* s, char** end, int base);
unsigned long strtoul(const char* s, char** end, int base);
int abs(int x);
long labs(long x);
int isalpha(int c);
int isdigit(int c);
int isalnum(int c);
int isspace(int c);
int isupper(int c);
int islower(int c);
int ispunct(int c);
int isprint(int c);
int isxdigit(int c);
int toupper(int c);
int tolower(int c);

#endif
