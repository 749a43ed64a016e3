"""How much preprocessed text stands behind the functions that a database keeps.

Function definitions are found in the output of `clang -E` by braces, and get their file and lines
from its line markers.  A text counts when a kept function starts in it, once for each instantiation
of a template that has a body of its own.  What the compiler made without text, and whatever braces
alone do not find, counts nothing: the database is never made to look smaller than it is.
"""

import bisect
import collections
import concurrent.futures
import hashlib
import os
import re
import subprocess
import typing

from units import kept_functions, open_database, units_of

TOKEN = re.compile(
    r'R"([^\s()\\]{0,16})\([\s\S]*?\)\1"|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|[{};]|^#[^\n]*',
    re.MULTILINE,
)
# Not part of what tells a class from a function, though it has parentheses.
NOISE = re.compile(
    r"^#[^\n]*|\b(?:__attribute__|__attribute|alignas|_Alignas|__declspec)\s*"
    r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)",
    re.MULTILINE,
)
OUTER = re.compile(r'\s*(?:inline\s+)?(?:namespace\b|extern\s*"C|(?:export\s+)?extern\s+"C)')
RECORD = re.compile(
    r"(?:^|[\s>;:])(?:class|struct|union|enum)\b(?:[^()=]*$|[^()=]*[^:()=]:(?!:)[^;]*$)"
)
# `int f(a, b) int a;`: the parameters' declarations of a function in the old style go on.
OLD_STYLE = re.compile(r"\)\s*[A-Za-z_][^()=]*$|\)\s*[A-Za-z_][^=]*\(\s*\*\s*\w+\s*\)[^=]*$")
MARKER = re.compile(r'#(?:line)? (\d+) "((?:[^"\\]|\\.)*)"')
FOLDED = re.compile(r"^#[^\n]*|\s+", re.MULTILINE)


class Text(typing.NamedTuple):
    text: str
    file: str  # as the marker has it
    first: int  # lines, both included
    last: int


class Places:
    """File and line of positions in preprocessed text, asked in ascending order."""

    def __init__(self, text):
        self.text = text
        self.file, self.line, self.position = "", 1, 0

    def mark(self, marker, end):
        self.line, self.file, self.position = int(marker.group(1)), marker.group(2), end + 1

    def at(self, position):
        if position > self.position:
            self.line += self.text.count("\n", self.position, position)
            self.position = position
        return self.file, self.line


def function_texts(text):
    """The function definitions in preprocessed text.

    By braces alone: a block after `…)` or a constructor's initialisers is a body; namespaces and
    classes are looked into.  Good enough for a size.
    """
    places = Places(text)
    depth, start = 0, None  # depth 0: in no block; start of a function's text
    head, head_place = 0, None  # place: of the first thing in the head
    for token in TOKEN.finditer(text):
        word = token.group()
        if depth == 0 and head_place is None:
            first = re.compile(r"\S").search(text, head, token.start() + 1)
            if first and word[0] != "#" or first and first.start() < token.start():
                head_place = places.at(first.start())
        if word[0] == "#":
            marker = MARKER.match(word)
            if marker:
                places.mark(marker, token.end())
            if depth == 0 and head_place is None:
                head = token.end()
        elif depth:
            depth += (word == "{") - (word == "}")
            if depth:
                continue
            after = re.compile(r"\s*(.)").match(text, token.end())
            if start is not None and after and after.group(1) in ",{":
                continue  # `X() : a{1}, b{2} {`: the head goes on
            if start is not None:
                # The last line may stand in another file: a body that is included.
                file, last = places.at(token.start())
                first_line = head_place[1]
                yield Text(
                    text[start : token.end()], head_place[0], first_line,
                    max(first_line, last) if file == head_place[0] else first_line,
                )  # fmt: skip
            head, head_place = token.end(), None
        elif word == "{":
            before = NOISE.sub(" ", text[head : token.start()])
            if OUTER.match(before) or RECORD.search(before):
                head, head_place = token.end(), None
            else:
                depth = 1
                start = head if "(" in before else None
        elif word == "}" or word == ";" and not OLD_STYLE.search(text, head, token.start()):
            head, head_place = token.end(), None


def matched_texts(command, database, units):
    """What of one command counts: {digest: (bytes, share, names, bodies)}, and how well it matched.

    `share` is how many texts have the same line to share what is kept there: a macro that makes
    several functions.
    """
    with open_database(database) as connection:
        kept = kept_functions(connection, units)
    lines = collections.defaultdict(lambda: collections.defaultdict(list))
    for function in kept:
        if function.has_text:
            lines[function.file][function.line].append(function)
    sorted_lines = {file: sorted(of_file) for file, of_file in lines.items()}
    done = subprocess.run(
        [*command.arguments, "-E", "-w"],
        cwd=command.directory, capture_output=True, errors="replace", text=True,
    )  # fmt: skip
    found, at_line, matched = [], collections.Counter(), set()
    for text in function_texts(done.stdout):
        file = os.path.normpath(os.path.join(command.directory, text.file))
        numbers = sorted_lines.get(file, [])
        inside = numbers[
            bisect.bisect_left(numbers, text.first) : bisect.bisect_right(numbers, text.last)
        ]
        matched.update((file, line) for line in inside)
        # Lambdas and local classes stand in the text of their function, which counts as that.
        for line in inside:
            outer = [each for each in lines[file][line] if not each.name.startswith("_ZZ")]
            if outer:
                at_line[file, line] += 1
                found.append((text.text, (file, line), outer))
                break
    result = {}
    for text, place, functions in found:
        folded = FOLDED.sub(" ", text).encode(errors="replace")
        digest = hashlib.blake2b(folded, digest_size=12).digest()
        _, share, names, bodies = result.setdefault(digest, (len(folded), 1, set(), set()))
        names.update(function.name for function in functions)
        bodies.update(function.body for function in functions)
        result[digest] = (len(folded), max(share, at_line[place]), names, bodies)
    seen = {f[:4] for f in kept if f.has_text}
    without = {f[:4] for f in kept if not f.has_text}
    return result, {f for f in seen if f[2:4] in matched}, seen, without


def kept_text(commands, database, jobs):
    """Bytes of text behind the kept functions of all commands, blanks folded; and the matching.

    Equal texts count once however many commands have them, times the instantiations: not more than
    there are names or different bodies, so that a body that is kept twice for one function is not
    excused by its text.
    """
    with open_database(database) as connection:
        units = units_of(connection, commands)
    total, matched, with_text, without = {}, set(), set(), set()
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        todo = [pool.submit(matched_texts, c, database, u) for c, u in zip(commands, units) if u]
        for future in todo:
            texts, found, seen, made = future.result()
            matched |= found
            with_text |= seen
            without |= made
            for digest, (size, share, names, bodies) in texts.items():
                known = total.setdefault(digest, [size, share, set(), set()])
                known[1] = max(known[1], share)
                known[2] |= names
                known[3] |= bodies
    size = sum(s * min(len(n), len(b)) / share for s, share, n, b in total.values())
    return {
        "function_bytes": round(size),
        "texts": len(total),
        "kept": len(with_text),
        "kept_without_text": len(without),
        "matched": len(matched),
        "matched_share": len(matched) / len(with_text) if with_text else None,
    }
