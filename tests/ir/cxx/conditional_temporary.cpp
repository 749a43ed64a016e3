// A temporary made on one path only is destroyed only if it was made.
struct Text {
  Text(const char *);
  ~Text();
  operator bool() const;
};
bool check(bool quick) { return quick || Text("slow"); }
