// rule: choices.metal
void land(void);
void take(int *);
void give(int *);

void two_ways(int n) {
  switch (n) {  // report choices: "one or nothing"
    case 1: break;
    default: break;
  }
}
void one_way(int n) {
  switch (n) {  // report choices: "only two"
    case 2: land();
  }
}
void no_comparison(int n) {
  switch (n) {
    case 0: land(); break;
    case 5: land(); break;
  }
}
void comparison(int n) {
  if (n) {
    land();  // report choices: "not zero"
  } else {
    land();  // report choices: "zero"
    land();
  }
}
void given(int *p) {
  take(p);
  give(p);
}
void kept(int *p) {
  take(p);
}  // report held: "held"
void sum(int *x, int y, int z) {
  *x = y + z;  // report whole: "assign"
}
