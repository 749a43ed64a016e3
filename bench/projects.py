"""The projects of projects.tsv, and where they lie on this machine."""

import dataclasses
import os
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent


@dataclasses.dataclass(frozen=True)
class Project:
    name: str
    package: str
    language: str
    needs: tuple
    configure: str  # empty: nothing to configure
    build: str

    @property
    def root(self):
        return bench_root() / self.name

    @property
    def source(self):
        return self.root / "source"

    @property
    def database(self):
        return self.root / "compile_commands.json"


def bench_root():
    """ASSAY_BENCH, or the user's cache."""
    chosen = os.environ.get("ASSAY_BENCH")
    if chosen:
        return pathlib.Path(chosen).absolute()
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(cache) / "assay-bench"


def read_projects(names=()):
    """All projects, or those named, in the file's order; an unknown name ends the program."""
    projects = []
    for line in (HERE / "projects.tsv").read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, package, language, needs, configure, build = line.split("\t")
        projects.append(
            Project(
                name=name,
                package=package,
                language=language,
                needs=() if needs == "-" else tuple(needs.split()),
                configure="" if configure == "-" else configure,
                build=build,
            )
        )
    known = {project.name for project in projects}
    for name in names:
        if name not in known:
            sys.exit(f"bench: no project '{name}'; known: {', '.join(sorted(known))}")
    return [project for project in projects if not names or project.name in names]


def fetched_projects(names, program):
    """The same, when all are on this machine; else the program ends."""
    projects = read_projects(names)
    missing = [project.name for project in projects if not project.database.exists()]
    if missing:
        sys.exit(f"{program}: not there yet: {', '.join(missing)}; run bench/fetch")
    return projects


def default_assay():
    """$ASSAY, or the newest build of this tree, or what the shell finds."""
    built = sorted((HERE.parent / "build").glob("*/bin/assay"), key=os.path.getmtime)
    return os.environ.get("ASSAY") or (str(built[-1]) if built else "assay")


def find_assay(chosen, program):
    """The program's absolute path; one that is not there ends the program."""
    found = shutil.which(chosen)
    if not found:
        sys.exit(f"{program}: no program '{chosen}': build first, or say --assay")
    return str(pathlib.Path(found).absolute())
