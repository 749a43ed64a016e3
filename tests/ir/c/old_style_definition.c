// args: -- -std=gnu89
// K&R definitions.
int add(a, b)
int a;
char b;
{
  return a + b;
}
