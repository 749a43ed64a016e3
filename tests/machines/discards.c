// rule: discards.metal
int f(int);
void g(void);
int all(int x) {
  f(1);             // report dropped: "dropped"
  (void)f(2);       // report cast: "cast away"
  x = f(3);         // report used: "used"
  (void)x;
  if (x) (void)f(4);  // report cast: "cast away"
  g();              // report dropped: "dropped"
  return f(5);      // report used: "used"
}
