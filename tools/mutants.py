"""Small faults put into the rules of a game one at a time, to see whether its tests notice.

    make mutants GAME=c3                         200 faults, chosen by seed 1
    python tools/mutants.py c3 --list            the faults, without running anything
    python tools/mutants.py c3 --only 3f2a9c     one of them again, by its id ...
    python tools/mutants.py c3 --only battle.py:152    ... or all that can be put into a line
    python tools/mutants.py c3 --number 17       ... or by its place in the list
    python tools/mutants.py c3 --explained       those docs/truth/c3.md explains count as living without being tried again

The tests are those of ``tests/rules/<game>``, the par of all games and the referees of ``tests/oracles/test_<game>*.py``. They run once
over rules that note which statements each test runs; a fault is then shown only to the tests that run its statement, quickest first,
until one fails. Every fault lives in a child process of its own: a function that has not run yet when the tests are collected gets the
code of the fault, and what runs while modules are imported is given by the importer and shown to all tests. No file is changed. A fault
that keeps the tests busy for too long counts as noticed.

A fault is chosen by the hash of what it is and in which function it stands, so that work elsewhere in a game leaves the choice alone.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import hashlib
import importlib
import importlib.abc
import importlib.machinery
import inspect
import json
import os
import re
import resource
import signal
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]

NO_RULES = (
    "advice", "brief", "*_brief", "staff", "reasons", "weighing", "prospects", "sketch", "forecast", "calculate",
    "show", "layers", "papers", "features",
)  # fmt: skip
"""Modules that hold no rules: they advise, weigh, forecast or show."""
NO_RULES_IN = re.compile(r"check|refuse|domain|_?tell(_.*)?")
"""Functions that hold no rules: invariants, the words for what is forbidden (never whether it is), the log."""
WORDS = frozenset({"tell", "Event", "Refusal", "Verb", "Option", "SideInfo", "vocabulary", "cast", "TypeVar"})
"""Calls whose arguments are words for people or declarations."""
NO_EFFECT = frozenset({"strict", "maxsize", "frozen", "prompt", "rule", "about", "reason"})
"""Keyword arguments that no rule hangs on."""
WORD_NAMES = frozenset({"prompt", "reason", "words", "label", "title", "text", "note"})
"""Local names that hold words for people."""
DECISION_WORDS = (1, 2, 4)
"""The prompt, the rule and the subject of a Decision."""


# --- where a fault can be, and which


class Site(NamedTuple):
    """A place for a fault: ``old`` stands at this slot of the tree and may be replaced by one of ``new``."""

    parent: ast.AST
    field: str
    index: int | None
    old: ast.AST
    new: list[ast.AST]
    kind: str
    function: str
    statement: int | None
    """The number of the statement of a function it belongs to; None if it runs when the module is imported."""

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


TURNED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
EXCHANGED: dict[type[ast.operator], type[ast.operator]] = {
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip
OTHER_CALL = {"min": "max", "max": "min", "any": "all", "all": "any"}


def called(node: ast.AST) -> str:
    """The name of what a call calls."""
    func = node.func if isinstance(node, ast.Call) else None
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def only_told(body: Iterable[ast.stmt]) -> bool:
    """Nothing but words for the log."""
    return all(isinstance(s, ast.Expr) and called(s.value) == "tell" for s in body)


def families(trees: Iterable[ast.Module]) -> dict[str, str]:
    """Constants that are counted together, as in ``IT, BR = 0, 1``: each with the next of its family."""
    found: dict[str, str] = {}
    for tree in trees:
        for statement in tree.body:
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Tuple):
                names = [n.id for n in statement.targets[0].elts if isinstance(n, ast.Name) and n.id.isupper()]
                if len(names) > 1:
                    found |= dict(zip(names, [*names[1:], names[0]], strict=True))
    return found


class Surveyor:
    """Walks a module and lists its sites; counts the statements of its functions on the way."""

    def __init__(self, next_of: dict[str, str]) -> None:
        self.next_of = next_of
        self.sites: list[Site] = []
        self.statements: list[tuple[list[ast.stmt], ast.stmt]] = []
        """The statements of functions by number, each with the block it stands in."""
        self.function: list[str] = []
        self.inside = False
        self.statement: int | None = None

    def add(self, slot: tuple[ast.AST, str, int | None], old: ast.AST, new: list[ast.AST], kind: str) -> None:
        self.sites.append(Site(*slot, old, new, kind, ".".join(self.function), self.statement))

    def visit(self, node: ast.AST, slot: tuple[ast.AST, str, int | None]) -> None:
        match node:
            case ast.Assert() | ast.Raise() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
                return
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if not NO_RULES_IN.fullmatch(node.name):
                    self.enter(node)
                return
            case ast.ClassDef():
                self.function.append(node.name)
                self.block(node, "body")
                self.function.pop()
                return
            case ast.AnnAssign(value=value):
                if value is not None:
                    self.visit(value, (node, "value", None))
                return
            case ast.arg():
                return
            case ast.If(test=ast.Name("TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
                return
            case ast.If() if "log is not None" in ast.unparse(node.test) or (only_told(node.body) and not node.orelse):
                self.block(node, "orelse")
                return
            case ast.If() | ast.IfExp():
                self.add((node, "test", None), node.test, [ast.Constant(False), ast.Constant(True)], "condition dropped")
            case ast.While():
                if not isinstance(node.test, ast.Constant):
                    self.add((node, "test", None), node.test, [ast.Constant(False)], "condition dropped")
            case ast.comprehension():
                for i, test in enumerate(node.ifs):
                    self.add((node, "ifs", i), test, [ast.Constant(True)], "condition dropped")
            case ast.Compare():
                for i, op in enumerate(node.ops):
                    new: list[ast.AST] = [
                        ast.Compare(node.left, [*node.ops[:i], turned(), *node.ops[i + 1 :]], node.comparators)
                        for turned in TURNED[type(op)]
                    ]
                    self.add(slot, node, new, "comparison turned")
            case ast.BoolOp(op=op, values=values):
                new = [one_less(node, i) for i in range(len(values))]
                other = ast.Or() if isinstance(op, ast.And) else ast.And()
                self.add(slot, node, [*new, ast.BoolOp(other, values)], "and/or")
            case ast.UnaryOp(op=ast.Not() | ast.Invert(), operand=operand):
                self.add(slot, node, [operand], "negation removed")
            case ast.BinOp(left=left, op=op, right=right) if type(op) in EXCHANGED and not wordy(left) and not wordy(right):
                new = [ast.BinOp(left, EXCHANGED[type(op)](), right)]
                if isinstance(op, (ast.BitAnd, ast.BitOr)):
                    new += [left, right]
                elif isinstance(left, ast.Constant):
                    new += [right]
                self.add(slot, node, new, "operator")
            case ast.Constant(value=bool()):
                self.add(slot, node, [ast.Constant(not node.value)], "True/False")
            case ast.Constant(value=int()):
                self.add(slot, node, [ast.Constant(node.value + 1), ast.Constant(node.value - 1)], "off by one")
            case ast.Name(id=name, ctx=ast.Load()) if name in self.next_of:
                self.add(slot, node, [ast.Name(self.next_of[name], ast.Load())], "another constant")
            case ast.Call():
                if self.call(node, slot):
                    return
            case ast.Expr(value=ast.Call()):
                if called(node.value) not in WORDS:
                    self.delete(node, slot)
            case ast.AugAssign(op=op):
                self.delete(node, slot)
                if isinstance(op, (ast.Add, ast.Sub)):
                    self.add(slot, node, [ast.AugAssign(node.target, EXCHANGED[type(op)](), node.value)], "operator")
            case ast.Assign(targets=[ast.Name(id=name)]) if name in WORD_NAMES:
                return
            case ast.Assign(targets=targets):
                if self.inside and self.function[-1] != "__init__":
                    if all(isinstance(t, (ast.Attribute, ast.Subscript)) for t in targets):
                        self.delete(node, slot)
            case ast.Return():
                if isinstance(slot[0], ast.If):
                    self.delete(node, slot)
            case ast.Continue():
                self.add(slot, node, [ast.Break()], "continue/break")
            case ast.Break():
                self.add(slot, node, [ast.Continue()], "continue/break")
            case _:
                pass
        self.children(node)

    def call(self, node: ast.Call, slot: tuple[ast.AST, str, int | None]) -> bool:
        """The faults of a call; True if its arguments are none of our business."""
        name = called(node)
        if name in WORDS:
            return True
        if name in OTHER_CALL and isinstance(node.func, ast.Name):
            self.add(slot, node, [ast.Call(ast.Name(OTHER_CALL[name], ast.Load()), node.args, node.keywords)], "min/max")
        if name == "Decision":
            for i, arg in enumerate(node.args):
                if i not in DECISION_WORDS:
                    self.visit(arg, (node, "args", i))
            for keyword in node.keywords:
                self.visit(keyword, (node, "keywords", None))
            return True
        pairs = [
            [*node.args[:i], node.args[i + 1], node.args[i], *node.args[i + 2 :]]
            for i in range(len(node.args) - 1)
            if all(isinstance(a, (ast.Name, ast.Attribute)) for a in node.args[i : i + 2])
            and ast.dump(node.args[i]) != ast.dump(node.args[i + 1])
        ]
        if pairs and self.inside and name not in OTHER_CALL and name not in ("isinstance", "zip", "enumerate"):
            self.add(slot, node, [ast.Call(node.func, args, node.keywords) for args in pairs], "arguments exchanged")
        return False

    def delete(self, node: ast.stmt, slot: tuple[ast.AST, str, int | None]) -> None:
        """The statement is not carried out; where it is all that an ``if`` does, that is the dropped condition again."""
        block = slot[0]
        if self.inside and not (
            isinstance(block, ast.If) and len(getattr(block, slot[1])) == 1 and not (block.orelse and slot[1] == "body")
        ):
            self.add(slot, node, [ast.Pass()], "statement deleted")

    def enter(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.visit(node.args, (node, "args", None))
        before = self.inside, self.statement
        self.function.append(node.name)
        self.inside = True
        self.block(node, "body")
        self.function.pop()
        self.inside, self.statement = before

    def block(self, node: ast.AST, field: str) -> None:
        for i, child in enumerate(getattr(node, field)):
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                continue  # a docstring
            before = self.statement
            if self.inside:
                self.statement = len(self.statements)
                self.statements.append((getattr(node, field), child))
            self.visit(child, (node, field, i))
            self.statement = before

    def children(self, node: ast.AST) -> None:
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "type_comment", "target", "targets", "ctx", "ops", "op"):
                continue
            if isinstance(value, ast.AST):
                self.visit(value, (node, field, None))
            elif isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                self.block(node, field)
            elif isinstance(value, list):
                for i, child in enumerate(value):
                    if isinstance(child, ast.AST) and not (isinstance(child, ast.keyword) and child.arg in NO_EFFECT):
                        self.visit(child, (node, field, i))


def one_less(node: ast.BoolOp, i: int) -> ast.expr:
    values = node.values[:i] + node.values[i + 1 :]
    return values[0] if len(values) == 1 else ast.BoolOp(node.op, values)


def wordy(node: ast.AST) -> bool:
    """Text or a sequence: to add to it is no arithmetic."""
    return isinstance(node, (ast.JoinedStr, ast.Tuple, ast.List, ast.ListComp)) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


class Module(NamedTuple):
    """A module with rules: its text is read once, so that nobody's editing disturbs a run."""

    name: str
    path: Path
    text: str


class Mutant(NamedTuple):
    """One fault."""

    id: str
    module: Module
    site: int
    """Which site of its module."""
    variant: int
    line: int
    function: str
    kind: str
    statement: int | None
    before: str
    after: str

    @property
    def where(self) -> str:
        path = self.module.path
        return f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}:{self.line}"


def survey(module: Module, next_of: dict[str, str]) -> tuple[ast.Module, Surveyor]:
    tree = ast.parse(module.text)
    surveyor = Surveyor(next_of)
    surveyor.block(tree, "body")
    return tree, surveyor


def mutants(modules: list[Module], seed: int) -> list[Mutant]:
    """Every fault there can be, one for each site, in the order in which this seed chooses them."""
    next_of = families(ast.parse(module.text) for module in modules)
    found: list[Mutant] = []
    alike: dict[str, int] = {}
    for module in modules:
        _, surveyor = survey(module, next_of)
        for number, site in enumerate(surveyor.sites):
            what = f"{seed}|{module.name}|{site.function}|{site.kind}|{ast.unparse(site.old)}"
            alike[what] = alike.get(what, 0) + 1
            digest = hashlib.sha256(f"{what}|{alike[what]}".encode()).digest()
            variant = digest[-1] % len(site.new)
            line = site.old.lineno  # type: ignore[attr-defined]
            before, after = shown(module.text, site.old, site.new[variant])
            found.append(
                Mutant(digest.hex()[:8], module, number, variant, line, site.function, site.kind, site.statement, before, after)
            )
    return sorted(found, key=lambda mutant: mutant.id)


def shown(text: str, old: Any, new: ast.AST) -> tuple[str, str]:
    """The lines of a fault before and after."""
    lines = text.splitlines()[old.lineno - 1 : old.end_lineno]
    head = lines[0].encode()[: old.col_offset].decode()
    tail = lines[-1].encode()[old.end_col_offset :].decode()
    before = " ".join(line.strip() for line in lines)
    return before, f"{head}{ast.unparse(ast.fix_missing_locations(new))}{tail}".strip()


# --- the importer


class Importer(importlib.abc.MetaPathFinder):
    """Gives the modules of a game with their trees changed on the way."""

    def __init__(self, modules: list[Module], change: Callable[[Module], ast.Module], extra: dict[str, Any]) -> None:
        self.modules = {module.name: module for module in modules}
        self.change = change
        self.extra = extra

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        module = self.modules.get(fullname)
        if module is None:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is None:
            return None
        change, extra = self.change, self.extra

        class Loader(importlib.machinery.SourceFileLoader):
            def get_code(self, fullname: str) -> Any:
                return compile(ast.fix_missing_locations(change(module)), str(module.path), "exec", dont_inherit=True)

            def exec_module(self, loaded: Any) -> None:
                loaded.__dict__.update(extra)
                super().exec_module(loaded)

        spec.loader = Loader(fullname, str(module.path))
        return spec


# --- running the tests

LIKELY = 40
"""How many tests a fault is shown to first."""
TOO_LONG = "stopped: it ran too long"


class Test(NamedTuple):
    id: str
    seconds: float
    hits: int
    """The statements it runs, as a set of numbers."""


class Recorder:
    """A plugin of pytest: which statements each test runs, and how long it takes."""

    def __init__(self, package: str, hits: bytearray) -> None:
        self.package = package
        self.hits = hits
        self.imported = 0
        self.tests: list[Test] = []
        self.failed: set[str] = set()

    def seen(self) -> int:
        return sum(1 << i for i, hit in enumerate(self.hits) if hit)

    def pytest_collection_finish(self, session: Any) -> None:
        self.imported = self.seen()

    def pytest_runtest_protocol(self, item: Any, nextitem: Any) -> None:
        forget(self.package)
        self.hits[:] = bytes(len(self.hits))
        self.start = time.process_time()

    def pytest_runtest_logfinish(self, nodeid: str, location: Any) -> None:
        self.tests.append(Test(nodeid, time.process_time() - self.start, self.seen()))

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.failed.add(report.nodeid)


def forget(package: str) -> None:
    """Empty every cache, so that a test is seen to run what an earlier one has worked out already."""
    for name, module in list(sys.modules.items()):
        if name.startswith((package, "tests.", "grandharbour.engine")):
            for value in list(vars(module).values()):
                if isinstance(value, functools._lru_cache_wrapper) and value.__wrapped__ is not importlib.import_module:
                    value.cache_clear()
    game = getattr(sys.modules.get(package), "GAME", None)
    if game is not None:
        game._setups.clear()


class Chosen:
    """A plugin of pytest: these tests in this order, each with its limit of time; remembers the first that fails."""

    def __init__(self, tests: list[Test], patience: float) -> None:
        self.order = {test.id: place for place, test in enumerate(tests)}
        self.limit = {test.id: 5 * test.seconds + patience for test in tests}
        self.failed = ""

    def pytest_runtest_protocol(self, item: Any, nextitem: Any) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, self.limit[item.nodeid])  # ends the process

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self.order), key=lambda item: self.order[item.nodeid])

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed and not self.failed:
            self.failed = f"{report.nodeid} (import)"


class Warm:
    """A plugin of pytest: the tests are collected once, and then ``work`` forks a child for each fault that runs some of them."""

    def __init__(self, work: Callable[[Warm], Any]) -> None:
        self.work = work
        self.failed = ""
        self.answer: Any = None

    def pytest_runtestloop(self, session: Any) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        self.functions: dict[tuple[str, str, int], list[types.FunctionType]] = {}
        for thing in gc.get_objects():
            if isinstance(thing, types.FunctionType):
                self.functions.setdefault(place_of(thing.__code__), []).append(thing)
        self.answer = self.work(self)
        return True

    def run(self, tests: list[Test], patience: float) -> str:
        """The first of some tests that fails."""
        following = [self.items[test.id] for test in tests]
        for test, item, after in zip(tests, following, [*following[1:], None], strict=True):
            signal.setitimer(signal.ITIMER_VIRTUAL, 5 * test.seconds + patience)  # ends the process
            item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.failed:
                return self.failed
        return ""

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


def place_of(code: types.CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def within(code: types.CodeType) -> Iterator[types.CodeType]:
    """The code of everything that stands in a function."""
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield inner
            yield from within(inner)


def outermost(tree: ast.Module, path: Path) -> dict[tuple[str, str, int], types.CodeType]:
    """The code of every function that stands in no other."""
    found: dict[tuple[str, str, int], types.CodeType] = {}

    def walk(code: types.CodeType) -> None:
        for inner in code.co_consts:
            if isinstance(inner, types.CodeType):
                if inner.co_flags & inspect.CO_OPTIMIZED:
                    found[place_of(inner)] = inner
                else:
                    walk(inner)  # the body of a class

    walk(compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True))
    return found


def pytest_main(paths: Iterable[str], plugin: Any, *more: str) -> int:
    import pytest

    quiet = ["-q", "-p", "no:cacheprovider", "-o", "addopts=--strict-markers", "--no-header", "--tb=no", "--assert=plain"]
    return int(pytest.main([*quiet, *more, *paths], plugins=[plugin]))


def fork(work: Callable[[], Any], seconds: float = 0, loud: bool = False) -> tuple[int, str]:
    """Do something in a child; its answer will be JSON in a file. With ``seconds`` it may use only so much of the processor."""
    handle, answer = tempfile.mkstemp(prefix="mutant")
    os.close(handle)
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child, answer
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
            signal.alarm(int(seconds) * 60 + 600)  # for one that waits for ever; a busy machine gives a second of work in many
        if not loud:
            sink = os.open(os.devnull, os.O_WRONLY)
            os.dup2(sink, 1)
            os.dup2(sink, 2)
        Path(answer).write_text(json.dumps(work()))
    except BaseException as error:
        if loud:
            raise
        Path(answer).write_text(json.dumps({"died": repr(error)[:200]}))
    finally:
        os._exit(0)


def result(answer: str, status: int) -> Any:
    """What a child has answered; None if it did not live to."""
    text = Path(answer).read_text()
    os.unlink(answer)
    return json.loads(text) if text and status == 0 else None


class Run:
    """A game, its tests, and what they run."""

    def __init__(self, package: str, modules: list[Module], tests: list[str], game: str, patience: float, loud: bool) -> None:
        self.package, self.modules, self.paths, self.game = package, modules, tests, game
        self.patience, self.loud = patience, loud
        self.next_of = families(ast.parse(module.text) for module in modules)
        self.first: dict[str, int] = {}
        """The number of the first statement of each module."""
        self.size = 0
        for module in modules:
            self.first[module.name] = self.size
            self.size += len(survey(module, self.next_of)[1].statements)
        self.tests: list[Test] = []
        self.imported = 0

    def watch(self) -> list[str]:
        """Run the tests once and note what they run; answers those that fail without any fault."""

        def noting(module: Module) -> ast.Module:
            tree, surveyor = survey(module, self.next_of)
            for number, (block, statement) in enumerate(surveyor.statements):
                note = ast.parse(f"__ran__[{self.first[module.name] + number}] = 1").body[0]
                block.insert(next(i for i, other in enumerate(block) if other is statement), note)
            return tree

        def work() -> Any:
            hits = bytearray(self.size)
            recorder = Recorder(self.package, hits)
            sys.meta_path.insert(0, Importer(self.modules, noting, {"__ran__": hits}))
            code = pytest_main(self.paths, recorder)
            tests = [(t.id, t.seconds, hex(t.hits)) for t in recorder.tests]
            return {"code": code, "imported": hex(recorder.imported), "tests": tests, "failed": sorted(recorder.failed)}

        child, answer = fork(work, loud=self.loud)
        found = result(answer, os.waitpid(child, 0)[1])
        if found is None or "died" in found or not found["tests"]:
            raise SystemExit(f"the tests do not run: {found}")
        failed = set(found["failed"])
        self.tests = [Test(name, seconds, int(hits, 16)) for name, seconds, hits in found["tests"] if name not in failed]
        self.tests.sort(key=lambda test: test.seconds)
        self.imported = int(found["imported"], 16)
        return sorted(failed)

    def shown_to(self, mutant: Mutant) -> list[Test]:
        """The tests that run a fault's statement, quickest first."""
        if mutant.statement is None:
            return self.tests
        number = self.first[mutant.module.name] + mutant.statement
        return self.tests if self.imported >> number & 1 else [test for test in self.tests if test.hits >> number & 1]

    def faulty(self, mutant: Mutant) -> ast.Module:
        """The module of a fault, with the fault."""
        tree, surveyor = survey(mutant.module, self.next_of)
        site = surveyor.sites[mutant.site]
        site.put(site.new[mutant.variant])
        return tree

    def likely(self, tests: list[Test]) -> list[Test]:
        """Most faults are noticed by a test that does little else: those come first, and the files of the others are not even read."""
        return sorted([test for test in tests if test.seconds < 0.5], key=lambda test: test.hits.bit_count())[:LIKELY]

    def patience_for(self, tests: list[Test]) -> float:
        return 5 * sum(test.seconds for test in tests) + 10 + self.patience

    def warm(self, chosen: list[Mutant], jobs: int, told: IO[str]) -> dict[str, str]:
        """Those of some faults that stand in functions nothing has called when the tests are collected, and what notices each."""

        def swapped(warm: Warm, mutant: Mutant) -> list[tuple[types.FunctionType, types.CodeType]]:
            sound = outermost(survey(mutant.module, self.next_of)[0], mutant.module.path)
            other = [
                (key, code) for key, code in outermost(self.faulty(mutant), mutant.module.path).items() if code != sound[key]
            ]
            if len(other) != 1:
                return []
            key, code = other[0]
            if any(place_of(inner) in warm.functions for inner in within(sound[key])):
                return []  # it has made functions already, which would keep their sound code
            there = [f for f in warm.functions.get(key, ()) if f.__code__ == sound[key]]
            return [(f, code) for f in there] if all(f.__code__.co_freevars == code.co_freevars for f in there) else []

        def start(warm: Warm, mutant: Mutant) -> tuple[int, str] | None:
            number = self.first[mutant.module.name] + (mutant.statement or 0)
            change = [] if mutant.statement is None or self.imported >> number & 1 else swapped(warm, mutant)
            if not change:
                return None
            tests = self.shown_to(mutant)
            likely = self.likely(tests)

            def work() -> Any:
                for function, code in change:
                    function.__code__ = code
                return {"by": warm.run(likely + [test for test in tests if test not in likely], self.patience)}

            return fork(work, self.patience_for(tests), self.loud)

        def work() -> Any:
            warm = Warm(lambda warm: self.all_of(chosen, jobs, lambda mutant: start(warm, mutant), told))
            pytest_main(self.paths, warm)
            return warm.answer

        child, answer = fork(work, loud=self.loud)
        found = result(answer, os.waitpid(child, 0)[1])
        if found is None or "died" in found:
            raise SystemExit(f"the tests do not run: {found}")
        return dict(found)

    def start(self, mutant: Mutant, golden: bool) -> tuple[int, str]:
        """Show a fault to its tests, in a child that has not imported the game yet."""
        tests = self.shown_to(mutant)
        likely = self.likely(tests)

        def work() -> Any:
            sys.meta_path.insert(0, Importer([mutant.module], lambda module: self.faulty(mutant), {}))
            if golden:
                return {"by": self.play_golden()}
            for some in (likely, [test for test in tests if test not in likely]):
                chosen = Chosen(some, self.patience)
                paths = list(dict.fromkeys(test.id.split("::")[0] for test in some))
                code = pytest_main(paths, chosen, "-x", *(["--tb=short"] if self.loud else [])) if some else 0
                if chosen.failed or code:
                    return {"by": chosen.failed or f"pytest ended with {code}"}
            return {"by": ""}

        return fork(work, 120 if golden else self.patience_for(tests), self.loud)

    def play_golden(self) -> str:
        """The first of some golden games that a fault changes."""
        golden = importlib.import_module("tests.golden")
        kept = golden.kept(self.game)
        for scenario, seed in golden.every(self.game):
            if seed < 10 and golden.record(self.game, scenario, seed) != kept[scenario, seed]:
                return f"golden game {scenario} {seed}"
        return ""

    def noticed(self, chosen: list[Mutant], jobs: int, golden: bool = False) -> dict[str, str]:
        """What notices each fault; "" for one that lives."""
        if golden:
            return self.all_of(chosen, jobs, lambda mutant: self.start(mutant, True), sys.stderr)
        found = {m.id: "" for m in chosen if not self.shown_to(m)}
        with os.fdopen(os.dup(2), "w") as told:  # what the child of all children has to say
            found |= self.warm([m for m in chosen if m.id not in found], jobs, told)
        return found | self.all_of(
            [m for m in chosen if m.id not in found], jobs, lambda mutant: self.start(mutant, False), sys.stderr
        )

    def all_of(
        self, chosen: list[Mutant], jobs: int, start: Callable[[Mutant], tuple[int, str] | None], told: IO[str]
    ) -> dict[str, str]:
        """Start a child for each fault, some at a time, and gather what they answer; a fault that cannot be started so is left out."""
        found: dict[str, str] = {}
        running: dict[int, tuple[Mutant, str]] = {}
        waiting = chosen[::-1]
        while waiting or running:
            while waiting and len(running) < jobs:
                mutant = waiting.pop()
                if started := start(mutant):
                    running[started[0]] = mutant, started[1]
            if not running:
                break
            child, status = os.wait()
            mutant, answer = running.pop(child)
            end = result(answer, status)
            by = TOO_LONG if end is None else end.get("by", f"died: {end.get('died')}")
            found[mutant.id] = by
            if not by and not told.isatty():
                print(f"lives: {mutant.id} {mutant.where}", file=told, flush=True)
            if told.isatty() or len(found) % 25 == 0:
                lived = sum(not by for by in found.values())
                left = len(waiting) + len(running)
                print(f"{len(found)}, {lived} live, {left} to come", end="\r" if told.isatty() else "\n", file=told, flush=True)
        return found


def rule_modules(folder: Path, package: str) -> tuple[list[Module], list[str]]:
    """The modules of a package that hold rules, and the names of those that do not."""
    from fnmatch import fnmatch

    rules, others = [], []
    for path in sorted(folder.glob("*.py")):
        if any(fnmatch(path.stem, pattern) for pattern in NO_RULES):
            others.append(path.stem)
        else:
            name = package if path.stem == "__init__" else f"{package}.{path.stem}"
            rules.append(Module(name, path, path.read_text(encoding="utf-8")))
    return rules, others


def preload(game: str) -> None:
    """What every child needs and no fault is put into, imported once."""
    wanted = ["pytest", "_pytest.assertion.rewrite", "hypothesis"]
    if game:
        others = [path.name for path in (ROOT / "src" / "grandharbour" / "games").iterdir() if (path / "__init__.py").exists()]
        wanted += ["grandharbour", "grandharbour.players", "grandharbour.engine.editor", "grandharbour.engine.odds"]
        wanted += [f"grandharbour.games.{other}" for other in sorted(others) if other != game]
    for name in wanted:
        try:
            module = importlib.import_module(name)
        except ImportError:
            if name != "hypothesis":
                raise
        else:
            if name.startswith("grandharbour.games."):
                assert module.GAME.scenarios  # reads its tables, which takes longer than its code


def explained(game: str) -> frozenset[str]:
    """The faults that the tables of ``docs/truth`` say nobody can notice: to show them to every test takes longest and tells nothing new."""
    rows = (ROOT / "docs" / "truth" / f"{game}.md").read_text(encoding="utf-8").splitlines()
    return frozenset(fault for row in rows if row.startswith("| ") for fault in re.findall(r"\b[0-9a-f]{8}\b", row.split("|")[1]))


def report(mutant: Mutant, number: int, why: str) -> str:
    return (
        f"{number:4} {mutant.id} {mutant.where} {mutant.function or 'module'}: {mutant.kind}{why}\n"
        f"       - {mutant.before}\n       + {mutant.after}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a game; or, with --tests, any package")
    parser.add_argument("-n", "--faults", type=int, default=200, metavar="N", help="how many (200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="list the faults, run nothing")
    parser.add_argument("--only", action="append", default=[], metavar="ID or FILE:LINE")
    parser.add_argument("--number", action="append", type=int, default=[], metavar="K", help="the K-th of the list")
    parser.add_argument(
        "--explained", action="store_true", help="those docs/truth/<game>.md explains live, without being tried again"
    )
    parser.add_argument("--golden", action="store_true", help="also say how many survivors change a golden game")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--tests", action="append", default=[], metavar="PATH", help="other tests than those of the game")
    parser.add_argument("--patience", type=float, default=3, metavar="S", help="seconds beyond five times what a test takes (3)")
    parser.add_argument("--loud", action="store_true", help="show what pytest says")
    asked = parser.parse_args()

    if os.environ.get("PYTHONHASHSEED") != "0":  # the same tests must do the same every time
        os.environ |= {"PYTHONHASHSEED": "0", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        os.execv(sys.executable, [sys.executable, *sys.argv])
    if asked.tests:
        game, package, folder, tests = "", asked.game, Path.cwd() / asked.game.replace(".", "/"), asked.tests
        sys.path.insert(0, str(Path.cwd()))
    else:
        game, package = asked.game, f"grandharbour.games.{asked.game}"
        folder = ROOT / "src" / "grandharbour" / "games" / game
        referees = sorted((ROOT / "tests" / "oracles").glob(f"test_{game}*.py"))
        tests = [f"tests/rules/{game}", "tests/rules/test_par.py", *(str(path.relative_to(ROOT)) for path in referees)]
        os.chdir(ROOT)
        sys.path[:0] = [str(ROOT / "src"), str(ROOT)]
    if not folder.is_dir():
        parser.error(f"there is no {folder}")

    modules, others = rule_modules(folder, package)
    every = mutants(modules, asked.seed)
    chosen = sorted(every[: asked.faults], key=lambda m: (m.module.name, m.line, m.id))
    numbers = {mutant.id: number for number, mutant in enumerate(chosen, 1)}
    print(f"{package}: {len(every)} places for a fault in {', '.join(m.path.stem for m in modules)}")
    print(f"no rules in {', '.join(others) or 'none left out'}; nor in functions called {NO_RULES_IN.pattern}")
    if asked.number:
        chosen = [chosen[number - 1] for number in asked.number]
    elif asked.only:
        chosen = [m for m in every if any(m.id.startswith(o) or m.where.endswith(f"/{o}") or m.where == o for o in asked.only)]
        if not chosen:
            parser.error("there is no such fault")
    if asked.list:
        for mutant in chosen:
            print(report(mutant, numbers.get(mutant.id, 0), ""))
        return 0

    compiled = tempfile.TemporaryDirectory(prefix="mutants")  # children read what the first of them has compiled
    sys.pycache_prefix, sys.dont_write_bytecode = compiled.name, False
    preload(game)
    assert package not in sys.modules, f"{package} is imported too early"
    run = Run(package, modules, tests, game, asked.patience, asked.loud)
    start = time.time()
    for name in run.watch():
        print(f"fails without any fault, left out: {name}")
    print(f"{len(run.tests)} tests, {sum(t.seconds for t in run.tests):.1f} s of the processor", flush=True)
    known = explained(game) if asked.explained and game else frozenset()
    found = dict.fromkeys(known, "") | run.noticed([mutant for mutant in chosen if mutant.id not in known], asked.jobs)
    living = [mutant for mutant in chosen if not found[mutant.id]]
    for mutant in living:
        why = "" if run.shown_to(mutant) else " (no test runs this line)"
        print(report(mutant, numbers.get(mutant.id, 0), why))
    if len(chosen) == 1 and not living:
        print(report(chosen[0], numbers.get(chosen[0].id, 0), f": noticed by {found[chosen[0].id]}"))
    share = 100 * (len(chosen) - len(living)) / len(chosen)
    print(f"{len(chosen) - len(living)} of {len(chosen)} noticed: {share:.1f} % (seed {asked.seed}, {time.time() - start:.0f} s)")
    if long := [mutant.id for mutant in chosen if found[mutant.id] == TOO_LONG]:
        print(f"{len(long)} of these because they kept the tests busy for too long: {', '.join(long)}")
    if asked.golden and game and living:
        golden = run.noticed(living, asked.jobs, golden=True)
        changed = sum(bool(by) for by in golden.values())
        print(f"{changed} of {len(living)} survivors change a golden game")
    if asked.json:
        told = [
            {
                "id": m.id,
                "where": m.where,
                "function": m.function,
                "kind": m.kind,
                "before": m.before,
                "after": m.after,
                "by": found[m.id],
            }
            for m in chosen
        ]
        asked.json.write_text(
            json.dumps({"game": asked.game, "seed": asked.seed, "faults": told}, indent=1) + "\n", encoding="utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
