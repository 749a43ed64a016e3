"""Running programs and seeing what they cost: wall time, CPU time, peak memory."""

import dataclasses
import os
import threading
import time


@dataclasses.dataclass
class Cost:
    wall: float = 0.0
    cpu: float = 0.0
    peak_kib: int = 0  # of the largest single process
    failed: int = 0


def _spawn(arguments, directory, log):
    """Starts a program.  Not by fork: a copy of this process costs as much as a small program."""
    before = os.getcwd()
    os.chdir(directory)
    try:
        return os.posix_spawnp(
            arguments[0], arguments, os.environ,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666),
                (os.POSIX_SPAWN_DUP2, 1, 2),
            ],
        )  # fmt: skip
    except OSError:
        # As a shell has it, so that one program that is missing does not end the run.
        return os.posix_spawnp("sh", ["sh", "-c", "exit 127"], os.environ)
    finally:
        os.chdir(before)


def run_all(commands, jobs, log):
    """Runs (directory, arguments) pairs, `jobs` at once; their costs added up."""
    cost = Cost()
    running = 0
    start = time.monotonic()
    todo = iter(commands)
    command = next(todo, None)
    while command is not None or running:
        if command is not None and running < jobs:
            _spawn(command[1], command[0], log)
            running += 1
            command = next(todo, None)
            continue
        _, status, usage = os.wait4(-1, 0)
        running -= 1
        cost.cpu += usage.ru_utime + usage.ru_stime
        cost.peak_kib = max(cost.peak_kib, usage.ru_maxrss)
        cost.failed += status != 0
    cost.wall = time.monotonic() - start
    return cost


def _children(pid):
    """The process's children, theirs, and so on; gone ones are left out."""
    result, todo = [], [pid]
    while todo:
        parent = todo.pop()
        try:
            with open(f"/proc/{parent}/task/{parent}/children") as file:
                found = [int(word) for word in file.read().split()]
        except OSError:
            continue
        result += found
        todo += found
    return result


def _high_water(pid):
    try:
        with open(f"/proc/{pid}/status") as file:
            for line in file:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1])
    except OSError:
        pass
    return 0


def run_one(arguments, directory, log):
    """Runs one program with workers; peak_kib is the largest worker's, not the program's own.

    The kernel's high-water mark of each worker is read ten times a second: only growth in a
    worker's last tenth of a second can be missed.
    """
    start = time.monotonic()
    pid = _spawn(arguments, directory, log)
    peak = 0
    done = threading.Event()

    def watch():
        nonlocal peak
        while not done.wait(0.1):
            peak = max([peak] + [_high_water(child) for child in _children(pid)])

    watcher = threading.Thread(target=watch)
    watcher.start()
    _, status, usage = os.wait4(pid, 0)
    wall = time.monotonic() - start
    done.set()
    watcher.join()
    code = os.waitstatus_to_exitcode(status)
    return Cost(wall, usage.ru_utime + usage.ru_stime, peak, code), usage.ru_maxrss
