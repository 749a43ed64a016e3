// Declarations that cannot be, and holes where nothing can fill them.
sm holes local subsum {
  state decl any_pointr v;
  state killvar decl any_pointer w;
  decl any_expr x, y, x;
  decl any_args int;
  state decl any_args all;
  pat use = { *y };
  pat use = { y };
  pat x = { y };
  start: ues ==> stop | later ==> stop;
  pat later = { y };
}
sm holes { start: { f() } ==> stop; }
