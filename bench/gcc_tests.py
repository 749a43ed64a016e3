"""GCC's own test programs: fetched with Debian's source package, and what clang-22 makes of them."""

import concurrent.futures
import hashlib
import json
import re
import subprocess
import sys
import tarfile

from programs import reason, run_compiled, run_interpreted
from projects import bench_root

PACKAGE = "gcc-12"


# Where things lie differs from run to run.
ADDRESS = re.compile(rb"0x[0-9a-f]{6,}")


def digest(out):
    return hashlib.sha1(ADDRESS.sub(b"0x", out)).hexdigest()


def unpack(place, folders):
    """The files below these folders, out of the source package's inner archive."""
    place.mkdir(parents=True, exist_ok=True)
    if not list(place.glob(f"{PACKAGE}_*.orig.tar.*")):
        command = ["apt-get", "source", "-q", "--download-only"]
        command += ["-o", "APT::Sandbox::User=root", PACKAGE]
        subprocess.run(command, cwd=place, check=True, stdout=subprocess.DEVNULL)
    outer = next(place.glob(f"{PACKAGE}_*.orig.tar.*"))
    with tarfile.open(outer) as archive:
        for member in archive:
            name = member.name.rsplit("/", 1)[-1]
            if not (name.startswith("gcc-") and ".tar" in name):
                continue
            with tarfile.open(fileobj=archive.extractfile(member)) as inner:
                wanted = [each for each in inner if any(f"/{f}/" in each.name for f in folders)]
                inner.extractall(place, members=wanted)
            return
    sys.exit(f"bench: {outer}: no archive of GCC in it")


def find_folders(folders):
    """(where they are kept, the folders), fetched where they are missing."""
    place = bench_root() / "gcc-torture"
    if not all(list(place.glob(f"*/{folder}")) for folder in folders):
        unpack(place, folders)
    return place, [next(place.glob(f"*/{folder}")) for folder in folders]


class Compiled:
    """What clang-22 makes of the programs: asked once, then kept."""

    def __init__(self, file, compiler="clang-22"):
        self.file = file
        self.compiler = compiler
        self.known = json.loads(file.read_text()) if file.exists() else {}

    def output(self, name, files, flags):
        """A digest of what it prints; None if it does not compile, or ends with another status
        than 0."""
        key = " ".join([name, *flags])
        if key not in self.known:
            run = run_compiled(self.compiler, flags, files, 10)
            passes = run is not None and run.status == 0
            self.known[key] = digest(run.out) if passes else "no"
        return None if self.known[key] == "no" else self.known[key]

    def keep(self):
        # A copy: others are still asking.
        self.file.write_text(json.dumps(dict(self.known), indent=0, sort_keys=True))


def check(name, files, flags, compiled, options):
    """None if the compiled program does not pass; else an empty text, or what is wrong."""
    expected = compiled.output(name, files, flags)
    if expected is None:
        return None
    run = run_interpreted(options.assay, flags, files, options.seconds)
    if run.status != 0:
        return reason(run)
    return "" if digest(run.out) == expected else "prints something else"


def check_all(title, programs, compiled, options, known, goal):
    """`programs`: (name, files, flags).  Prints each failure, then the sum; the exit status."""
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda each: check(*each, compiled, options), programs)
        for number, ((name, _, _), result) in enumerate(zip(programs, results)):
            if number % 100 == 99:
                compiled.keep()
            if result is None:
                continue
            passed += not result
            failed += bool(result)
            if result:
                print(f"  {name}: {known.get(name, result)}", flush=True)
    compiled.keep()
    percent = 100.0 * passed / max(1, passed + failed)
    print(
        f"{title}: {passed} of {passed + failed} programs pass, {percent:.2f} %; "
        f"{compiled.compiler} does not pass {len(programs) - passed - failed} others"
    )
    return 0 if percent >= goal else 1
