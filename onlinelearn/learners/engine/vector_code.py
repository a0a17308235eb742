"""Vector code: functions of the engine in the compiler's own language, several numbers at a time.

Numba leaves sums like those of `geometry.dot` to one number at a time: LLVM's pass that would put them
side by side is switched off there, since it has miscompiled programs. So it is said here which numbers
go side by side. Each function has the bits of the Python function of its name, which says what it
means and runs where nothing is compiled: the same products, added in the same order, and never fused.
"""

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic

# llvmlite and Numba's compiler have hardly any types.
Value = Any
Builder = Any

NUMBER = ir.DoubleType()
INDEX = ir.IntType(64)
LANES = 8
"""The partial sums of `dot`."""
VECTOR = 4
"""The columns in a vector: LLVM cuts it in two where a CPU's are shorter."""
MOST = 24
"""The columns whose sums all fit into a CPU's registers."""


class NumbersInMemory:
    """An array of numbers, as the code that is being written sees it."""

    def __init__(self, context: Any, builder: Builder, kind: Any, value: Value) -> None:
        self._context, self._builder, self._kind = context, builder, kind
        self._array = context.make_array(kind)(context, builder, value)

    def length(self, axis: int = 0) -> Value:
        """The length along an axis."""
        return self._builder.extract_value(self._array.shape, axis)

    def at(self, *place: Value) -> Value:
        """The number at a place."""
        return self._builder.load(self.pointer(place))

    def vector(self, width: int, *place: Value) -> Value:
        """So many numbers from a place on, along the last axis."""
        if self._kind.layout == "C":
            pointer = self._builder.bitcast(self.pointer(place), vector_of(width).as_pointer())
            return self._builder.load(pointer, align=8)
        gathered = ir.Constant(vector_of(width), ir.Undefined)
        for lane in range(width):
            after = self._builder.add(place[-1], index(lane))
            gathered = self._builder.insert_element(gathered, self.at(*place[:-1], after), small(lane))
        return gathered

    def put_vector(self, vector: Value, place: Value) -> None:
        """Write the numbers of a vector from a place on."""
        for lane in range(vector.type.count):
            after = self._builder.add(place, index(lane))
            self._builder.store(self._builder.extract_element(vector, small(lane)), self.pointer((after,)))

    def pointer(self, place: Sequence[Value]) -> Value:
        """Where in memory a place is."""
        return cgutils.get_item_pointer(
            self._context, self._builder, self._kind, self._array, place, wraparound=False
        )


class RunningSum:
    """A sum that grows in a loop, of numbers or of vectors; the compiler keeps it in a register."""

    def __init__(self, builder: Builder, kind: Any) -> None:
        self._builder = builder
        zero = ir.Constant(kind, [0.0] * kind.count if isinstance(kind, ir.VectorType) else 0.0)
        self._place = cgutils.alloca_once_value(builder, zero)

    def add(self, product: Value) -> None:
        """Add a product."""
        self._builder.store(self._builder.fadd(self.value(), product), self._place)

    def value(self) -> Value:
        """The sum so far."""
        return self._builder.load(self._place)


def vector_of(width: int) -> Any:
    """The type of so many numbers side by side."""
    return ir.VectorType(NUMBER, width)


def index(number: int) -> Value:
    """A constant place."""
    return ir.Constant(INDEX, number)


def small(number: int) -> Value:
    """A constant lane."""
    return ir.Constant(ir.IntType(32), number)


def spread(builder: Builder, number: Value, width: int) -> Value:
    """The same number in every lane."""
    empty = ir.Constant(vector_of(width), ir.Undefined)
    first = builder.insert_element(empty, number, small(0))
    everywhere = ir.Constant(ir.VectorType(ir.IntType(32), width), [0] * width)
    return builder.shuffle_vector(first, empty, everywhere)


def expect_numbers(*arrays: Any) -> None:
    """Refuse to compile for anything but arrays of 64-bit floats."""
    for array in arrays:
        if not (isinstance(array, types.Array) and array.dtype == types.float64):
            raise TypingError(f"vector code is for arrays of float64, not {array}")


Term = Callable[[Builder, Value, Value], Value]
"""What two numbers, or two vectors of them, add to a sum."""


def product(builder: Builder, a: Value, b: Value) -> Value:
    """The term of `dot`."""
    return builder.fmul(a, b)


def squared_difference(builder: Builder, a: Value, b: Value) -> Value:
    """The term of `squared_distance`."""
    difference = builder.fsub(a, b)
    return builder.fmul(difference, difference)


def summed(term: Term) -> Any:
    """The function that adds up the terms of two arrays: eight partial sums, side by side."""

    @intrinsic
    def sum_of_terms(_typing: Any, a: Any, b: Any) -> Any:
        expect_numbers(a, b)

        def write(context: Any, builder: Builder, signature: Any, arguments: Any) -> Value:
            left, right = (
                NumbersInMemory(context, builder, *each)
                for each in zip(signature.args, arguments, strict=True)
            )
            n = left.length()
            whole = builder.and_(n, index(-LANES))
            lanes, rest = RunningSum(builder, vector_of(LANES)), RunningSum(builder, NUMBER)
            with cgutils.for_range_slice(builder, index(0), whole, index(LANES), inc=True) as (j, _):
                lanes.add(term(builder, left.vector(LANES, j), right.vector(LANES, j)))
            with cgutils.for_range_slice(builder, whole, n, index(1), inc=True) as (j, _):
                rest.add(term(builder, left.at(j), right.at(j)))
            vector, plus = lanes.value(), builder.fadd
            s = [builder.extract_element(vector, small(lane)) for lane in range(LANES)]
            folded = plus(plus(plus(s[0], s[4]), plus(s[2], s[6])), plus(plus(s[1], s[5]), plus(s[3], s[7])))
            return plus(folded, rest.value())

        return types.float64(a, b), write

    return sum_of_terms


class ColumnSums:
    """The sums of some columns of weights, each in a lane: as many chains of additions as vectors."""

    def __init__(self, builder: Builder, weights: NumbersInMemory, first: Value, width: int) -> None:
        self._builder, self._weights = builder, weights
        starts = range(0, width, VECTOR)
        self._columns = [builder.add(first, index(start)) for start in starts]
        self._sums = [RunningSum(builder, vector_of(VECTOR)) for _ in starts]

    def add(self, value: Value, j: Value) -> None:
        """Add the product of a value and the weights of feature j."""
        everywhere = spread(self._builder, value, VECTOR)
        for column, each in zip(self._columns, self._sums, strict=True):
            each.add(self._builder.fmul(everywhere, self._weights.vector(VECTOR, j, column)))

    def put(self, scores: NumbersInMemory) -> None:
        """Write them to the scores of their columns."""
        for column, each in zip(self._columns, self._sums, strict=True):
            scores.put_vector(each.value(), column)


@intrinsic(prefer_literal=True)
def score_block(_typing: Any, W: Any, x: Any, s: Any, first: Any, width: Any) -> Any:
    """`geometry.score_block`: each column's sum in a lane."""
    expect_numbers(W, x, s)
    if not isinstance(width, types.IntegerLiteral):
        raise TypingError("the width of a block is a constant")

    def write(context: Any, builder: Builder, signature: Any, arguments: Any) -> Value:
        weights, example, scores = (
            NumbersInMemory(context, builder, *each)
            for each in zip(signature.args[:3], arguments[:3], strict=True)
        )
        sums = ColumnSums(builder, weights, arguments[3], width.literal_value)
        with cgutils.for_range(builder, example.length()) as loop:
            sums.add(example.at(loop.index), loop.index)
        sums.put(scores)
        return context.get_dummy_value()

    return types.void(W, x, s, first, width), write


@intrinsic
def sparse_scores(_typing: Any, W: Any, x: Any, s: Any) -> Any:
    """`sparse.sparse_scores`: each column's sum in a lane.

    A row of weights is far from the next one: up to `MOST` columns are summed up in one go.
    """
    of_values, of_features = x.fields.index("values"), x.fields.index("features")
    expect_numbers(W, x.types[of_values], s)

    def write(context: Any, builder: Builder, signature: Any, arguments: Any) -> Value:
        weights, scores = (
            NumbersInMemory(context, builder, signature.args[each], arguments[each]) for each in (0, 2)
        )
        values, features = (
            NumbersInMemory(context, builder, x.types[field], builder.extract_value(arguments[1], field))
            for field in (of_values, of_features)
        )

        def sum_up(first: Value, width: int) -> None:
            sums = ColumnSums(builder, weights, first, width)
            with cgutils.for_range(builder, values.length()) as loop:
                j = context.cast(builder, features.at(loop.index), x.types[of_features].dtype, types.intp)
                sums.add(values.at(loop.index), j)
            sums.put(scores)

        columns = weights.length(axis=1)
        rest = builder.urem(columns, index(MOST))
        whole = builder.sub(columns, rest)
        with cgutils.for_range_slice(builder, index(0), whole, index(MOST), inc=True) as (first, _):
            sum_up(first, MOST)
        for width in range(VECTOR, MOST, VECTOR):
            with builder.if_then(builder.icmp_unsigned("==", rest, index(width))):
                sum_up(whole, width)
        return context.get_dummy_value()

    return types.void(W, x, s), write


@intrinsic
def add_product_and_square(_typing: Any, s: Any, lane: Any, value: Any, w: Any) -> Any:
    """`sparse.add_product_and_square`: both sums side by side, so that memory is read and written once."""
    expect_numbers(s)

    def write(context: Any, builder: Builder, signature: Any, arguments: Any) -> Value:
        sums = NumbersInMemory(context, builder, signature.args[0], arguments[0])
        place = context.cast(builder, arguments[1], signature.args[1], types.intp)
        both = builder.bitcast(sums.pointer((place,)), vector_of(2).as_pointer())
        twice = spread(builder, arguments[2], 2)
        factors = builder.insert_element(twice, arguments[3], small(0))
        added = builder.fadd(builder.load(both, align=8), builder.fmul(twice, factors))
        builder.store(added, both, align=8)
        return context.get_dummy_value()

    return types.void(s, lane, types.float64, types.float64), write


@intrinsic
def fetch(_typing: Any, W: Any, j: Any, k: Any) -> Any:
    """`geometry.fetch`: LLVM's hint to have a number in all caches, since it will be read and written."""
    expect_numbers(W)

    def write(context: Any, builder: Builder, signature: Any, arguments: Any) -> Value:
        weights = NumbersInMemory(context, builder, signature.args[0], arguments[0])
        place = [
            context.cast(builder, value, kind, types.intp)
            for value, kind in zip(arguments[1:], signature.args[1:], strict=True)
        ]
        byte, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
        hint = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
        prefetch = cgutils.get_or_insert_function(builder.module, hint, "llvm.prefetch.p0")
        to_write, all_caches, data = small(1), small(3), small(1)
        builder.call(prefetch, [builder.bitcast(weights.pointer(place), byte), to_write, all_caches, data])
        return context.get_dummy_value()

    return types.void(W, j, k), write


FORMS: dict[str, Any] = {
    "dot": summed(product),
    "squared_distance": summed(squared_difference),
    "score_block": score_block,
    "sparse_scores": sparse_scores,
    "add_product_and_square": add_product_and_square,
    "fetch": fetch,
}
"""The functions, by the names of those whose place they take."""
