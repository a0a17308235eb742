"""The graph: how near the example of a round is to those before it, w_it."""

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.engine.primitives import Layer, abstract_primitive, primitive
from onlinelearn.learners.manifold.buffer import Buffer, compare, compare_rbf, measure
from onlinelearn.numerics.elementary import exp

NEGLIGIBLE = 2.0**-60
"""A weight below this can't be seen in a sum of doubles with others: there is no edge."""


@abstract_primitive
def weigh(W: Buffer, n: int, w: Floats, nearest: Ints, spread: float) -> None:
    """w_i of each edge between example n and an earlier one, by the graph that the parameters name."""
    raise NotImplementedError


def weigh_rbf(W: Buffer, n: int, w: Floats, nearest: Ints, spread: float) -> None:
    """w_i = exp(-‖x_i - x_n‖²/(2σ²))."""
    distances(W, n)
    for i in range(n):
        w[i] = rbf_weight(W.squared[i], spread)


def rbf_weight(squared: float, spread: float) -> float:
    """exp(-‖x - y‖²/(2σ²)), or 0 where that is next to nothing."""
    return noticed(exp(-squared / spread))


def noticed(near: float) -> float:
    """The weight itself, or 0 where that is next to nothing."""
    return near if near > NEGLIGIBLE else 0.0


def weigh_knn(W: Buffer, n: int, w: Floats, nearest: Ints, spread: float) -> None:
    """w_i = 1 for the k nearest, else 0; of two at the same distance the older is nearer."""
    distances(W, n)
    k = min(n, nearest.shape[0])
    for i in range(n):
        w[i] = 0.0
        if i < k or nearer(W, i, nearest[k - 1]):
            place = min(i, k - 1)
            while place > 0 and nearer(W, i, nearest[place - 1]):
                nearest[place] = nearest[place - 1]
                place -= 1
            nearest[place] = i
    for place in range(k):
        w[nearest[place]] = 1.0


def nearer(W: Buffer, i: int, j: int) -> bool:
    """Whether x_i comes before x_j."""
    if W.squared[i] == W.squared[j]:
        return bool(W.born[i] < W.born[j])
    return bool(W.squared[i] < W.squared[j])


@primitive
def distances(W: Buffer, n: int) -> None:
    """‖x_i - x_n‖² for all i ≤ n."""
    measure(W, n)
    W.work[0] += n * W.rows.shape[1]


def measured_distances(W: Buffer, n: int) -> None:
    """The RBF kernel has measured them already."""


RBF_DISTANCES = Layer({compare: compare_rbf, distances: measured_distances})
"""For an RBF kernel: it and the graph share the distances."""

GRAPHS = {"rbf": Layer({weigh: weigh_rbf}), "knn": Layer({weigh: weigh_knn})}
"""The layer of each graph by the name that configs use."""
