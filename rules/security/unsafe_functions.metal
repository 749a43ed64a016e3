// Functions that cannot be used safely are not used.
//
// unsafe-function (error, CWE-242, 7.5): A function is called that no caller can use safely
//
// gets and its kind write as much as the input has into a buffer whose size they do not know;
// tmpnam and its kind name a file that somebody else may make first.
//
// To mend it, use fgets with the buffer's size, and mkstemp.
//
// Of formats, only one that is `%s` alone is read.
sm unsafe_function local {
  decl any_expr x, y, z;

  start:
    { gets(x) } ==> { err("gets writes past any buffer: the input decides how far [SECURITY]"); }
  | { getwd(x) } ==> { err("getwd does not know how large its buffer is [SECURITY]"); }
  | { tmpnam(x) } || { tempnam(x, y) } || { mktemp(x) } ==>
      { err("%s names a file that somebody else may make first [SECURITY]", mc_identifier(mc_stmt)); }
  | { scanf("%s", x) } || { fscanf(z, "%s", x) } ==>
      { err("%%s without a width writes past any buffer: the input decides how far [SECURITY]"); }
  ;
}
