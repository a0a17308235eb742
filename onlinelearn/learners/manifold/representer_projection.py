"""The projection of an example that leaves: its representer, expressed by those that stay.

K(x_e, ·) = Σ_j c_j K(x_j, ·) + r, by matching pursuit: c_j grows by ⟨r, K_j⟩/‖K_j‖² for the j where
that takes the most from ‖r‖², and again. Each step is a projection on one representer, so ‖r‖ never
grows and no c is large, however alike the representers are; the exact solution needs a ridge for
that. The pursuit keeps ⟨r, K_j⟩ = r(x_j) for all j: that is by how much f(x_j) changes.
"""

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.manifold.buffer import Buffer, vacate
from onlinelearn.learners.manifold.manifold_round import Round


def pursue(W: Buffer, e: int, rest: Floats, chosen: Ints, share: Floats) -> int:
    """Project K(x_e, ·) on the others: on chosen[a] with share[a] for each a < the returned count.

    What remains of it at x_j goes to rest[j].
    """
    n = W.used[0]
    for j in range(n):
        rest[j] = W.gram[e, j]
    atoms: int = chosen.shape[0]
    for a in range(atoms):
        best, most = -1, 0.0
        for j in range(n):
            own = W.gram[j, j]
            gain = rest[j] * rest[j] / own if own > 0.0 and j != e else 0.0
            best = j if gain > most else best
            most = gain if gain > most else most
        if best < 0:
            return a
        chosen[a] = best
        share[a] = rest[best] / W.gram[best, best]
        for j in range(n):
            rest[j] -= share[a] * W.gram[best, j]
        W.work[0] += 2 * n
    return atoms


def hand_over(W: Buffer, e: int, atoms: int, rest: Floats, chosen: Ints, share: Floats) -> None:
    """f ← f - α_e r, and the sum of the rounds' f alike: example e has a coefficient no more."""
    for a in range(atoms):
        W.alpha[chosen[a]] += W.alpha[e] * share[a]
        W.total[chosen[a]] += W.total[e] * share[a]
    for j in range(W.used[0]):
        W.f[j] -= W.alpha[e] * rest[j]
    W.work[0] += W.used[0]


def leave(W: Buffer, e: int, scratch: Round) -> None:
    """Example e leaves, and is projected on those that stay; the last one takes its place."""
    atoms = pursue(W, e, scratch.rest, scratch.chosen, scratch.share)
    hand_over(W, e, atoms, scratch.rest, scratch.chosen, scratch.share)
    vacate(W, e)
