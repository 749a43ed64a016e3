// PASTE 2002, figure 11, with the function of figure 10 that it calls and does not print.
sm_header {
  static int is_debug_call(mc_tree fn) {
    char *n;
    if(!(n = mc_identifier(fn)))
      return 0;
    return strstr(n, "print") != 0
       || strstr(n, "debug") != 0;
  }
}
.module ../../metal/paste_figure_11.metal
