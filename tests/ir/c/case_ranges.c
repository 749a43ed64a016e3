// case low ... high is one edge.
int class_of(int c) {
  switch (c) {
    case '0' ... '9':
      return 1;
    case 'a' ... 'f':
    case 'A' ... 'F':
      return 2;
    default:
      return 0;
  }
}
