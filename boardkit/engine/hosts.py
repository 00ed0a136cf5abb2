"""Where a compiled program runs: in wasmtime, in a browser, or, where neither works, as the Python that it is.

The three hosts have one interface and give equal results.  Each engine that is started has a memory of its own, so
engines in several threads do not disturb each other.  The memory never grows, and another thread may write to it while
a function runs: so a search is stopped by a flag.
"""

from __future__ import annotations

import atexit
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from hashlib import sha256
from inspect import getfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeAlias, TypeVar, cast, get_args
from weakref import WeakSet

from boardkit.engine.compiler import compile_functions
from boardkit.engine.format import ARRAYS, PAGE, section
from boardkit.engine.language import Array, Word
from boardkit.messages import CATALOGUE

if TYPE_CHECKING:
    import wasmtime

P = ParamSpec("P")
R = TypeVar("R")
Place: TypeAlias = int | slice
Memory: TypeAlias = Any
"""Ints, Shorts, Words or Floats, as was asked for, or rows of them."""
FORMATS = {"i32": "i", "i16": "h", "u64": "Q", "f64": "d"}


class Program:
    """Functions that are compiled together, and started on the best host that there is.

    Parameters
    ----------
    *functions : function
        Those that are called from outside; what they call is compiled too.
    pages : int
        Memory of each engine in units of 64 KiB.

    Examples
    --------
    >>> from boardkit.engine.language import Ints
    >>> def total(numbers: Ints, count: int) -> int:
    ...     found = 0
    ...     for i in range(count):
    ...         found += numbers[i]
    ...     return found
    >>> engine = Program(total).start("python")
    >>> engine.call(total, engine.array(Ints, [3, 4, 5]), 2)
    7
    """

    def __init__(self, *functions: Callable[..., object], pages: int = 16) -> None:
        self.functions, self.pages = functions, pages
        self._start: Callable[[], Engine] | None = None
        self._prepared: dict[str, Callable[[], Engine]] = {}

    @cached_property
    def module(self) -> bytes:
        """The WebAssembly module: the one that came with a wheel, if it is of these sources, or one made now."""
        with suppress(OSError):
            kept = self.kept.read_bytes()
            if kept.endswith(self.seal()):
                return kept
        return compile_functions(self.functions, self.pages)

    @property
    def kept(self) -> Path:
        """Where a wheel has the module: beside the first function."""
        return Path(getfile(self.functions[0])).with_suffix(".wasm")

    def seal(self) -> bytes:
        """A section that says of what a module was made: of the compiler, and of what stands beside the functions."""
        folders = {
            Path(getfile(one)).parent for one in (compile_functions, *self.functions)
        }
        digest = sha256(str(self.pages).encode())
        for file in sorted(file for folder in folders for file in folder.glob("*.py")):
            digest.update(file.read_bytes())
        return section(0, b"\6source" + digest.digest())

    def start(self, host: str | None = None) -> Engine:
        """A new engine with an empty memory.

        Parameters
        ----------
        host : {"wasmtime", "browser", "python"}, optional
            By default the first that works: what failed is said once, in one line.
        """
        if host is not None:
            if host not in self._prepared:
                self._prepared[host] = HOSTS[host](self)
            return self._prepared[host]()
        if self._start is None:
            self._start = self._best()
        return self._start()

    def _best(self) -> Callable[[], Engine]:
        name = "browser" if sys.platform == "emscripten" else "wasmtime"
        try:
            start = HOSTS[name](self)
            start()  # the address space may be too small for a memory
        except Exception as error:  # whatever it is, the same program runs without it
            problem = " ".join(f"{type(error).__name__}: {error}".split())
            print(
                CATALOGUE.text("engine.interpreted", host=name, problem=problem),
                file=sys.stderr,
            )
            return HOSTS["python"](self)
        return start


class Engine:
    """A program with its memory; this class is the host that interprets."""

    name = "python"

    def array(self, kind: object, values: Iterable[float]) -> Memory:
        """Numbers in the memory of the engine.

        Parameters
        ----------
        kind : Ints, Shorts, Words or Floats
        values : iterable of number
        """
        return list(values)

    def zeros(self, kind: object, length: int) -> Memory:
        """So many numbers, all 0."""
        return [0] * length

    def rows(self, kind: object, number: int, width: int) -> Memory:
        """Several arrays of one length, one after the other, all 0."""
        return [self.zeros(kind, width) for _ in range(number)]

    @contextmanager
    def scratch(self) -> Iterator[None]:
        """Give the memory of the arrays that are made within back at the end."""
        yield

    def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function of the program."""
        return function(*args, **kwargs)


class Block(Array[float]):
    """Numbers in the memory of a compiled program."""

    def __init__(self, engine: Compiled, mark: str, address: int, length: int) -> None:
        self.engine, self.format, self.size = engine, FORMATS[mark], ARRAYS[mark].size
        self.address, self.length = address, length

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[float]:
        return iter(self[:])

    def _range(self, place: Place) -> tuple[int, int]:
        """Where the first of some numbers begins, and where the last one ends."""
        chosen = range(self.length)[place]
        if isinstance(chosen, int):
            chosen = range(chosen, chosen + 1)
        if chosen.step != 1:
            raise IndexError(place)
        return self.address + chosen.start * self.size, self.address + (
            chosen.start + len(chosen)
        ) * self.size

    def __getitem__(self, place: Place) -> Any:
        found = array(self.format, self.engine.read(*self._range(place))).tolist()
        return found if isinstance(place, slice) else found[0]

    def __setitem__(self, place: Place, value: Any) -> None:
        begin, end = self._range(place)
        content = array(
            self.format, value if isinstance(place, slice) else [value]
        ).tobytes()
        if len(content) != end - begin:
            raise ValueError(
                f"{len(content) // self.size} numbers for {(end - begin) // self.size} places"
            )
        self.engine.write(begin, content)


class Rows(Sequence[Block]):
    """Arrays of one length in the memory of a compiled program, one after the other."""

    def __init__(self, whole: Block, mark: str, width: int) -> None:
        self.whole, self.mark, self.width = whole, mark, width
        self.address = whole.address

    def __len__(self) -> int:
        return len(self.whole) // self.width

    def __getitem__(self, place: Place) -> Any:
        if isinstance(place, slice):
            return [self[i] for i in range(len(self))[place]]
        address = self.address + range(len(self))[place] * self.width * self.whole.size
        return Block(self.whole.engine, self.mark, address, self.width)


class Compiled(Engine):
    """A host with a linear memory."""

    heap: int
    exports: Any

    def read(self, begin: int, end: int) -> bytes:
        """Bytes of the memory."""
        raise NotImplementedError

    def write(self, begin: int, content: bytes) -> None:
        """Overwrite bytes of the memory."""
        raise NotImplementedError

    def array(self, kind: object, values: Iterable[float]) -> Block:
        mark = get_args(kind)[1]
        content = array(FORMATS[mark], values)
        return self._new(mark, len(content), content.tobytes())

    def zeros(self, kind: object, length: int) -> Block:
        mark = get_args(kind)[1]
        return self._new(mark, length, bytes(length * ARRAYS[mark].size))

    def _new(self, mark: str, length: int, content: bytes) -> Block:
        block = Block(self, mark, self.heap, length)
        self.write(self.heap, content)
        self.heap += -(-len(content) // 16) * 16
        return block

    @contextmanager
    def scratch(self) -> Iterator[None]:
        before = self.heap
        try:
            yield
        finally:
            self.heap = before

    def rows(self, kind: object, number: int, width: int) -> Rows:
        return Rows(self.zeros(kind, number * width), get_args(kind)[1], width)

    def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        return cast(R, self.run(function.__name__, list(map(_plain, args))))

    def run(self, name: str, args: Sequence[float]) -> object:
        """Call an exported function."""
        raise NotImplementedError


def _plain(value: Any) -> float:
    """An argument as a compiled function takes it: arrays and rows by their addresses."""
    return value.address if isinstance(value, Block | Rows) else value


def _wasmtime(program: Program) -> Callable[[], Engine]:
    import wasmtime  # starts a native library; many want the rules only

    def prepare(**memory: int) -> Callable[[], Engine]:
        config = wasmtime.Config()
        for name, value in memory.items():
            setattr(config, name, value)
        core = wasmtime.Engine(config)
        module = wasmtime.Module(core, program.module)
        stores: WeakSet[Any] = WeakSet()
        # Later it would complain
        atexit.register(lambda: [one.close() for one in (*stores, module, core)])

        def start() -> Engine:
            store = wasmtime.Store(core)
            stores.add(store)
            return Wasmtime(store, module)

        return start

    class Wasmtime(Compiled):
        name = "wasmtime"

        def __init__(self, store: wasmtime.Store, module: wasmtime.Module) -> None:
            self.store = store
            self.exports = wasmtime.Instance(store, module, []).exports(store)
            self.heap = self.exports["heap"].value(store)
            self.view = memoryview(self.exports["memory"].get_buffer_ptr(store)).cast(
                "B"
            )

        def read(self, begin: int, end: int) -> bytes:
            return bytes(self.view[begin:end])

        def write(self, begin: int, content: bytes) -> None:
            self.view[begin : begin + len(content)] = content

        def run(self, name: str, args: Sequence[float]) -> object:
            return self.exports[name](self.store, *args)

    start = prepare()
    try:
        start()
    except (
        wasmtime.WasmtimeError
    ):  # it reserves 4 GiB of addresses, which spares it tests; a limit may forbid that
        size = program.pages * PAGE
        start = prepare(
            memory_reservation=size,
            memory_guard_size=0,
            memory_reservation_for_growth=0,
        )
    return start


def _browser(program: Program) -> Callable[[], Engine]:
    import js  # type: ignore[import-not-found]

    source = js.Uint8Array.new(len(program.module))
    source.assign(program.module)
    module = js.WebAssembly.Module.new(source)
    # 64 bits are a BigInt to a page, however small the number is.
    wide = {}
    for function in program.functions:
        wide[function.__name__] = [
            i
            for i, kind in enumerate(function.__annotations__.values())
            if kind in ("Word", Word)
        ]

    class Browser(Compiled):
        name = "browser"

        def __init__(self) -> None:
            self.exports = js.WebAssembly.Instance.new(module).exports
            self.heap = self.exports.heap.value
            self.view = js.Uint8Array.new(self.exports.memory.buffer)

        def read(self, begin: int, end: int) -> bytes:
            return self.view.subarray(begin, end).to_bytes()

        def write(self, begin: int, content: bytes) -> None:
            self.view.subarray(begin, begin + len(content)).assign(content)

        def run(self, name: str, args: Sequence[float]) -> object:
            passed: list[Any] = list(args)
            for i in wide[name]:
                passed[i] = js.BigInt(passed[i])
            return getattr(self.exports, name)(*passed)

    return Browser


HOSTS: dict[str, Callable[[Program], Callable[[], Engine]]] = {
    "wasmtime": _wasmtime,
    "browser": _browser,
    "python": lambda program: Engine,
}
"""How each host is prepared; what that returns starts an engine."""
