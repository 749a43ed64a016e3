// Designators put elements in their places; a GNU range repeats one value.
struct point {
  int x, y, z;
};
struct point table[3] = {[1] = {.z = 3, .x = 1}, [2].y = 7};
int digits[8] = {[2 ... 5] = 9, 1};
