"""A captured database: which unit came of which command, and the functions it holds.

The one place in bench/ that knows the tables; docs/SCHEMA.md describes them.
"""

import collections
import ctypes
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


ZSTD = ctypes.CDLL("libzstd.so.1")
ZSTD.ZSTD_getFrameContentSize.restype = ctypes.c_ulonglong
ZSTD.ZSTD_getFrameContentSize.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
ZSTD.ZSTD_decompress.restype = ctypes.c_size_t
ZSTD.ZSTD_decompress.argtypes = [ctypes.c_char_p, ctypes.c_size_t] * 2
NAMES = 6  # store::PackKind
SLOT_BITS = 12


def decompress(data):
    size = ZSTD.ZSTD_getFrameContentSize(data, len(data))
    buffer = ctypes.create_string_buffer(size + 1)
    if ZSTD.ZSTD_decompress(buffer, size, data, len(data)) != size:
        raise ValueError("damaged data in the database")
    return buffer.raw[:size]


def varints(data):
    value, shift = 0, 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value, shift = 0, 0


def signed(value):
    return -(value >> 1) - 1 if value & 1 else value >> 1


def id_list(data):
    """Ids as differences."""
    last = 0
    for value in varints(data):
        last += signed(value)
        yield last


def linkage_names(connection):
    """{id: name}"""
    names = {}
    rows = connection.execute("SELECT id, sizes, data FROM packs WHERE kind = ?", (NAMES,))
    for pack, sizes, data in rows:
        data, at = decompress(data), 0
        for slot, size in enumerate(varints(sizes)):
            length, digits = 0, 0
            while size:
                byte = data[at + digits]
                length |= (byte & 127) << 7 * digits
                digits += 1
                if byte < 128:
                    break
            start = at + digits
            names[(pack << SLOT_BITS) + slot] = data[start : start + length].decode()
            at += size
    return names


def listed(connection, column, units):
    """The ids in one list of these units, each once."""
    marks = ",".join("?" * len(units))
    rows = connection.execute(f"SELECT {column} FROM units WHERE id IN ({marks})", units)
    return [row for (row,) in rows]


def kept_functions(connection, units):
    """The functions of these units."""
    names = linkage_names(connection)
    wanted = {each for row in listed(connection, "function_list", units) for each in id_list(row)}
    rows = connection.execute(
        "SELECT f.id, f.name, f.body, p.path, f.line, f.flags FROM functions f"
        " LEFT JOIN files p ON p.id = f.file WHERE f.kind = ?",
        (FUNCTION,),
    )
    return [
        Kept(names[name], body, os.path.normpath(path) if path else "", line, not flags & NO_TEXT)
        for function, name, body, path, line, flags in rows
        if function in wanted
    ]


def system_files(connection, units):
    """The system headers that these units read."""
    wanted = set()
    for row in listed(connection, "file_list", units):
        # Per file: difference of ids, distance of the includer, bits; the first bit: of the system.
        last, values = 0, list(varints(row))
        for difference, bits in zip(values[::3], values[2::3]):
            last += signed(difference)
            if bits & 1:
                wanted.add(last)
    rows = connection.execute("SELECT id, path FROM files")
    return {os.path.normpath(path) for file, path in rows if file in wanted}


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
