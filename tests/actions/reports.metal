// Formats, words and tags of messages.
sm reports {
  state decl any_pointer v;
  decl any_expr x;
  decl any_args args;
  decl any_fn_call call;
  start:
    { plain(v) } ==> v.a, { err("100%% of %s, %d and %c", mc_identifier(v), 42, 'x'); }
  | { words(v) } ==> v.a, {
      v_err("KIND", v, "Using \"\$name\" or ${name}, not $nam or $ or %s!", "$name");
      mc_v_set_data(v, "f%d");
      v_note("KIND", v, "data is $data, [FAIL] and ${data}[POP]");
    }
  | { tags(v) } ==> v.a, {
      mc_v_set_data(v, "a[i]");
      v_err("TAGS", v, "one [SUCCESS=$data] two [FAIL=%s] three[POP=x[0]y] [SECURITY]", "]");
      v_err("TAGS", v, "[MINOR] %s", "[SECURITY] as text");
      v_err("TAGS", v, "[SUCCESSFUL] [ERROR=1] a[FAIL");
      note("[SUCCESS]");
      mc_v_set_data(v, 0);
      v_note("TAGS", v, "no data [SUCCESS=$data] [FAIL=]");
    }
  | { other(x) } ==> {
      v_err("HOLE", x, "$name is a hole, $data");
      v_err("TREE", mc_parent(x), "$name is a tree");
      v_err(0, 0, "$name is nothing");
      err("%d errors", mc_nerrors());
      mc_count("seen", 2);
      mc_count("seen", -1);
    }
  ;
  v.a: { never(v) } ==> v.stop;
}
