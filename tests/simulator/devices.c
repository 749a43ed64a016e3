// Registers of a device lie where its manual says.
#include <stdint.h>
#include <sys/mman.h>

#define PORT (*(volatile uint32_t *)0x40020000)
struct uart {
  volatile uint32_t status, data;
};
#define UART ((struct uart *)0x40011000)

uint32_t read_port_ok(void) { return PORT & 1; }

void send_ok(char c) {
  while (!(UART->status & 0x80)) {
  }
  UART->data = (uint32_t)c;
}

int behind_an_access_bad(int *p) {
  PORT = 1;
  if (p) return 0;
  return *p;  // report null-deref
}

int failed_mapping_bad(void) {
  char *map = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char first = map[0];  // report invalid-deref
  munmap(map, 4096);
  return first;
}

int low_number_bad(void) {
  int *p = (int *)16;
  return *p;  // report null-deref
}
