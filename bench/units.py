"""A captured database: which unit came of which command, and the functions it holds.

The one place in bench/ that knows the tables; docs/SCHEMA.md describes them.
"""

import collections
import os
import sqlite3
import subprocess
import typing

FUNCTION = 0  # ir::FunctionKind
NO_TEXT = 1024 | 262144  # ir::kImplicitSymbol, ir::kSynthetic


class CaptureFailed(Exception):
    pass


class Kept(typing.NamedTuple):
    name: str
    body: int  # equal bodies have one number
    file: str  # absolute; empty: none
    line: int
    has_text: bool  # not made by the compiler


def open_database(path):
    return sqlite3.connect(f"file:{path}?mode=ro", uri=True)


def units_of(connection, commands):
    """For each command the ids of its units: one, or several that nothing tells apart.

    A unit names its file only.  Of a file that is compiled several times the units come in the
    order of the commands; where their numbers differ (assay left one out that came to the same),
    each command gets all of them.
    """
    units, wanted = collections.defaultdict(list), collections.defaultdict(list)
    for unit, file in connection.execute("SELECT id, main_file FROM units ORDER BY position"):
        units[os.path.normpath(file)].append(unit)
    for number, command in enumerate(commands):
        wanted[command.file].append(number)
    result = [()] * len(commands)
    for file, numbers in wanted.items():
        found = units[file]
        for place, number in enumerate(numbers):
            result[number] = (found[place],) if len(found) == len(numbers) else tuple(found)
    return result


def kept_functions(connection, units):
    """The functions of these units."""
    rows = connection.execute(
        "SELECT n.name, f.body, p.path, f.line, f.flags FROM functions f"
        " JOIN names n ON n.id = f.name"
        " LEFT JOIN unit_files u ON u.unit = f.unit AND u.ordinal = f.file"
        " LEFT JOIN files p ON p.id = u.file"
        f" WHERE f.kind = ? AND f.unit IN ({','.join('?' * len(units))})",
        (FUNCTION, *units),
    )
    return [
        Kept(name, body, os.path.normpath(path) if path else "", line, not flags & NO_TEXT)
        for name, body, path, line, flags in rows
    ]


def system_files(connection, units):
    """The system headers that these units read."""
    rows = connection.execute(
        "SELECT p.path FROM unit_files u JOIN files p ON p.id = u.file"
        f" WHERE u.is_system AND u.unit IN ({','.join('?' * len(units))})",
        units,
    )
    return {os.path.normpath(path) for (path,) in rows}


def function_count(connection):
    return connection.execute("SELECT coalesce(sum(functions), 0) FROM units").fetchone()[0]


def captured(project, assay, jobs):
    """The project's database as this very build of assay makes it; another's is made again."""
    place = project.root / "check"
    place.mkdir(exist_ok=True)
    database = place / "assay.db"
    made_from = [
        f"{name} {os.stat(name).st_mtime_ns} {os.stat(name).st_size}\n"
        for name in (assay, project.database)
    ]
    done = place / "done"  # written last: a capture that was killed is no capture
    if not done.exists() or done.read_text() != "".join(made_from):
        for name in ("assay.db", "assay.db-wal", "assay.db-shm", "done"):
            (place / name).unlink(missing_ok=True)
        capture = [
            assay, "capture", "-q", "-p", str(project.database),
            "--db", str(database), "-j", str(jobs),
        ]  # fmt: skip
        with open(place / "log", "w") as log:
            code = subprocess.run(capture, cwd=project.source, stdout=log, stderr=log).returncode
        if code not in (0, 3):
            raise CaptureFailed(f"{project.name}: capture ended with {code}, see {place / 'log'}")
        done.write_text("".join(made_from))
    return database
