"""The projects of projects.tsv, and where they lie on this machine."""

import dataclasses
import os
import pathlib
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
