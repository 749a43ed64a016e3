"""Running a C program in several ways: compiled, and by `assay run`."""

import dataclasses
import pathlib
import signal
import subprocess
import tempfile


@dataclasses.dataclass(frozen=True)
class Run:
    status: int  # as a shell says it: 128 plus the signal that ended it; -1: took too long
    out: bytes
    err: str

    @property
    def timed_out(self):
        return self.status == -1

    def same_as(self, other):
        return self.status == other.status and self.out == other.out

    def summary(self):
        if self.timed_out:
            return "takes too long"
        return f"ends with {self.status}"


# A program that waits for something uses no processor time: it is given so many times its limit.
PATIENCE = 20


def execute(command, seconds, cwd=None):
    """Runs a command with nothing on its standard input.  Seconds are the processor's, so that a
    busy machine changes no result."""
    limited = ["prlimit", f"--cpu={seconds}:{seconds}", *command]
    try:
        done = subprocess.run(
            limited,
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds * PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return Run(-1, b"", "")
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return Run(-1, b"", "")
    status = done.returncode if done.returncode >= 0 else 128 - done.returncode
    return Run(status, done.stdout, done.stderr.decode(errors="replace"))


def run_compiled(compiler, flags, files, seconds):
    """What the program does when compiled; None if it does not compile."""
    with tempfile.TemporaryDirectory(prefix="assay-bench.") as place:
        program = str(pathlib.Path(place) / "program")
        compiled = execute([compiler, *flags, "-o", program, *map(str, files), "-lm"], 120)
        if compiled.status != 0:
            return None
        return execute([program], seconds, cwd=place)


def run_interpreted(assay, flags, files, seconds):
    """What `assay run` makes of it."""
    files = [str(pathlib.Path(file).absolute()) for file in files]
    extra = [f"--extra-arg={flag}" for flag in flags]
    with tempfile.TemporaryDirectory(prefix="assay-bench.") as place:
        return execute([assay, "run", "-v", *extra, *files], seconds, cwd=place)


def reason(run):
    """Why an interpreted program did not do what it should, in a few words."""
    if run.timed_out:
        return "takes too long"
    lines = [line for line in run.err.splitlines() if line.strip()]
    for line in lines:
        if ": not supported: " in line:
            return "needs " + line.split(": not supported: ", 1)[1]
        if ": error: " in line:
            return line.split(": error: ", 1)[1][-150:]
    for line in lines:
        if "ASSAY_CHECK" in line or "check failed" in line or "should" in line:
            return line[-150:]
    warnings = [line for line in lines if ": warning: " in line]
    if warnings:
        return f"{run.summary()}: {warnings[-1].split(': warning: ', 1)[1]}"
    return run.summary()
