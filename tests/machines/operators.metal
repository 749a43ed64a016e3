sm operators local {
  decl { Number } v;
  decl any_expr x;

  start:
    { !v } ==> { err("not"); }
  | { v(x) } ==> { err("called"); }
  | { (int)v } ==> { err("converted"); }
  | { (bool)v } ==> { err("asked"); }
  ;
}
