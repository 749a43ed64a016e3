"""The commands of a project as clang-22 is given them."""

import json
import os
import re
import typing

SOURCE = re.compile(r"\.(c|i|cc|cp|cxx|cpp|c\+\+|C|ii)$")
C_SOURCE = re.compile(r"\.(c|i)$")
WITH_VALUE = {"-o", "-MF", "-MT", "-MQ"}
# What is for the build alone; the same that assay leaves out.
BUILD_ONLY = re.compile(r"-(c|pipe|save-temps.*|M|MM|MD|MMD|MP|MG|W.*|g.*|flto.*|fplugin.*)$")


class Command(typing.NamedTuple):
    directory: str
    arguments: list
    file: str  # absolute
    entry: dict  # as it stands in compile_commands.json

    @property
    def is_c(self):
        return "--driver-mode=g++" not in self.arguments and bool(C_SOURCE.search(self.file))


def clang_commands(database, clang):
    """Each distinct compilation in compile_commands.json, in its order."""
    result, seen = [], set()
    for entry in json.loads(database.read_text()):
        if not SOURCE.search(entry["file"]) or "-E" in entry["arguments"]:
            continue
        arguments, skip = [], False
        for word in entry["arguments"][1:]:
            if skip or word in WITH_VALUE:
                skip = not skip
            elif not BUILD_ONLY.match(word) or word.startswith("-Wp,"):
                arguments.append(word)
        mode = "--driver-mode=g++" if "++" in entry["arguments"][0] else "--driver-mode=gcc"
        key = (entry["directory"], entry["file"], mode, *arguments)
        if key not in seen:
            seen.add(key)
            file = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
            result.append(Command(entry["directory"], [clang, mode, *arguments], file, entry))
    return result
