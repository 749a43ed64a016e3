"""The commands of a project as clang-22 is given them, and the size of what they compile."""

import hashlib
import json
import re
import subprocess

SOURCE = re.compile(r"\.(c|i|cc|cp|cxx|cpp|c\+\+|C|ii)$")
WITH_VALUE = {"-o", "-MF", "-MT", "-MQ"}
# What is for the build alone; the same that assay leaves out.
BUILD_ONLY = re.compile(r"-(c|pipe|save-temps.*|M|MM|MD|MMD|MP|MG|W.*|g.*|flto.*|fplugin.*)$")


def clang_commands(database, clang):
    """(directory, arguments) of each distinct compilation in compile_commands.json."""
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
            result.append((entry["directory"], [clang, mode, *arguments]))
    return result


TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|[{};]|^#[^\n]*', re.MULTILINE)
OUTER = re.compile(r'\s*(?:inline\s+)?(?:namespace\b|extern\s*"C|(?:export\s+)?extern\s+"C)')
RECORD = re.compile(r"(?:^|[\s>])(?:class|struct|union|enum)\b[^()]*$")
# `int f(a, b) int a;`: the parameters' declarations of a function in the old style go on.
OLD_STYLE = re.compile(r"\)\s*[A-Za-z_][^()=]*$|\)\s*[A-Za-z_][^=]*\(\s*\*\s*\w+\s*\)[^=]*$")
MARKER = re.compile(r'# \d+ "((?:[^"\\]|\\.)*)"([ \d]*)')


def function_texts(text):
    """The function definitions in preprocessed text that are not from system headers.

    By braces alone: a block after `…)` or a constructor's initialisers is a body; namespaces and
    classes are looked into.  Good enough for a size.
    """
    depth_of_body = 0  # 0: not in a body
    head, body_start = 0, 0
    system = False
    for token in TOKEN.finditer(text):
        word = token.group()
        if word[0] == "#":
            marker = MARKER.match(word)
            if marker:
                system = "3" in marker.group(2)
            if not depth_of_body:
                head = token.end()
        elif depth_of_body:
            depth_of_body += (word == "{") - (word == "}")
            if depth_of_body == 0:
                yield None if body_start < 0 else text[body_start : token.end()]
                head = token.end()
        elif word == "{":
            before = text[head : token.start()]
            is_scope = OUTER.match(before) or (RECORD.search(before) and "=" not in before)
            if is_scope:
                head = token.end()
            else:
                depth_of_body = 1
                body_start = head if "(" in before and not system else -1
        elif word == "}" or not OLD_STYLE.search(text, head, token.start()):
            if word in "};":
                head = token.end()


def function_bytes(commands):
    """Size of the distinct function definitions of all commands, preprocessed, blanks folded."""
    seen, total = set(), 0
    for directory, arguments in commands:
        done = subprocess.run(
            [*arguments, "-E", "-w"], cwd=directory, capture_output=True, errors="replace", text=True
        )
        for function in function_texts(done.stdout):
            if function is None:
                continue
            folded = re.sub(r"^#[^\n]*|\s+", " ", function, flags=re.MULTILINE)
            digest = hashlib.blake2b(folded.encode(errors="replace"), digest_size=12).digest()
            if digest not in seen:
                seen.add(digest)
                total += len(folded)
    return total
