"""Kernels, which take the place of the product x·y when a learner works in another space.

All give the same bits on every machine.
"""

from typing import Literal, NamedTuple

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.geometry import dot
from onlinelearn.learners.engine.primitives import Layer, abstract_primitive, in_vectors
from onlinelearn.numerics.elementary import exp

Kernel = Literal["linear", "polynomial", "rbf"]


class KernelNumbers(NamedTuple):
    """The parameters of all kernels; each reads its own."""

    degree: int  # p
    offset: float  # a
    spread: float  # 2σ²


@abstract_primitive
def kernel(x: Floats, y: Floats, numbers: KernelNumbers) -> float:
    """k(x, y): the kernel that the learner's parameters name."""
    raise NotImplementedError


def linear(x: Floats, y: Floats, numbers: KernelNumbers) -> float:
    """x·y: the learner as it is without a kernel."""
    return dot(x, y)


def polynomial(x: Floats, y: Floats, numbers: KernelNumbers) -> float:
    """(a + x·y)^p, by one product after another: `pow` may round differently elsewhere."""
    base = numbers.offset + dot(x, y)
    power = base
    for _ in range(1, numbers.degree):
        power *= base
    return power


def rbf(x: Floats, y: Floats, numbers: KernelNumbers) -> float:
    """exp(-‖x - y‖²/(2σ²))."""
    return exp(-squared_distance(x, y) / numbers.spread)


@in_vectors
def squared_distance(x: Floats, y: Floats) -> float:
    """‖x - y‖² as eight partial sums, as `dot`.

    Not by way of ‖x‖² + ‖y‖² - 2x·y, which loses the distance of two points that are far from zero.
    """
    n = x.shape[0]
    whole = n - n % 8
    s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = 0.0
    for j in range(0, whole, 8):
        s0 += (x[j] - y[j]) * (x[j] - y[j])
        s1 += (x[j + 1] - y[j + 1]) * (x[j + 1] - y[j + 1])
        s2 += (x[j + 2] - y[j + 2]) * (x[j + 2] - y[j + 2])
        s3 += (x[j + 3] - y[j + 3]) * (x[j + 3] - y[j + 3])
        s4 += (x[j + 4] - y[j + 4]) * (x[j + 4] - y[j + 4])
        s5 += (x[j + 5] - y[j + 5]) * (x[j + 5] - y[j + 5])
        s6 += (x[j + 6] - y[j + 6]) * (x[j + 6] - y[j + 6])
        s7 += (x[j + 7] - y[j + 7]) * (x[j + 7] - y[j + 7])
    rest = 0.0
    for j in range(whole, n):
        rest += (x[j] - y[j]) * (x[j] - y[j])
    return (((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7))) + rest


KERNELS = {
    "linear": Layer({kernel: linear}),
    "polynomial": Layer({kernel: polynomial}),
    "rbf": Layer({kernel: rbf}),
}
"""The layer of each kernel by the name that configs use."""


class WithKernel:
    """The base of learners that compare examples by a kernel.

    Parameters
    ----------
    kernel : "linear", x·y; "polynomial", (offset + x·y)^degree; "rbf", exp(-‖x - y‖²/(2·width²)).
    degree : p of the polynomial kernel.
    offset : a of the polynomial kernel.
    width : σ of the RBF kernel.
    """

    kernel: Kernel
    degree: int
    offset: float
    width: float

    def kernel_numbers(self) -> KernelNumbers:
        """The kernel's parameters as it reads them."""
        return KernelNumbers(int(self.degree), float(self.offset), 2.0 * self.width * self.width)
