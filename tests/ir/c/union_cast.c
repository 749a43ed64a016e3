// GNU casts to a union; old-style access through it.
union word {
  int i;
  float f;
};
float bits(int x) { return ((union word)x).f; }
