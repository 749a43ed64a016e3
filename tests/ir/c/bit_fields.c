// Bit-fields keep their offsets and widths; unnamed ones only move what follows.
struct flags {
  unsigned ready : 1;
  int : 3;
  unsigned level : 4;
  int : 0;
  unsigned next : 2;
};
void raise_level(struct flags *f) {
  f->ready = 1;
  f->level += 2;
  f->next++;
}
