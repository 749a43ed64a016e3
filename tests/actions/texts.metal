// How C spells what fills a hole.
sm texts {
  decl any_expr x;
  start: { show(x) } || { tell(x) } ==> { note("%s", mc_text(x)); };
}
