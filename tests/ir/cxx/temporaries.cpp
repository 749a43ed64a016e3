// Temporaries die at the end of the full-expression; one bound to a reference lives on.
struct Text {
  Text(const char *);
  Text(const Text &);
  ~Text();
  int size() const;
};
Text make();
int length() {
  int n = make().size();
  const Text &kept = make();
  return n + kept.size();
}
