"""Results made up for the tests of tables and figures."""

from collections.abc import Iterator, Sequence

from hypothesis import strategies as st

from onlinelearn.base.result_rows import CurvePoint, Row

NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)
SHARES = st.floats(0, 1)

ROWS = st.builds(
    Row,
    dataset=NAMES,
    learner=NAMES,
    permutation=st.integers(0, 9),
    epoch=st.integers(1, 9),
    test_error=SHARES,
    online_error=SHARES,
    mistakes=st.integers(0, 10**6),
    updates=st.none() | st.integers(0, 10**6),
    support=st.none() | st.integers(0, 10**6),
    seconds=st.floats(0, 1e6),
    extra=st.dictionaries(st.sampled_from(["balanced_error", "zeta", "alpha"]), SHARES),
)

POINTS = st.builds(
    CurvePoint,
    dataset=NAMES,
    learner=NAMES,
    permutation=st.integers(0, 9),
    round=st.integers(1, 10**6),
    online_error=SHARES,
    mistakes=st.integers(0, 10**6),
    updates=st.none() | st.integers(0, 10**6),
)


def row(test_error: float = 0.1, updates: int | None = 100, **keys: object) -> Row:
    """A row of which a test says only what matters to it."""
    values = {"dataset": "usps", "learner": "PA", "permutation": 0, "epoch": 1} | keys
    rest = {"online_error": 0.2, "mistakes": 20, "support": updates, "seconds": 0.5} | values
    return Row(test_error=test_error, updates=updates, **rest)  # type: ignore[arg-type]


def rows(
    sizes: dict[str, int],
    learners: Sequence[str],
    *,
    epochs: int = 3,
    permutations: int = 3,
    foreign: str = "",
) -> list[Row]:
    """An experiment's rows: errors fall with the epochs, counts are shares of the data sets' sizes."""
    return [
        row(
            (0.05 + 0.01 * i + 0.002 * permutation) / epoch,
            None if learner == foreign else (size * (i + 2)) // 100 * epoch + permutation,
            dataset=dataset,
            learner=learner,
            permutation=permutation,
            epoch=epoch,
        )
        for dataset, size in sizes.items()
        for i, learner in enumerate(learners)
        for permutation in range(permutations)
        for epoch in range(1, epochs + 1)
    ]


def points(
    sizes: dict[str, int], learners: Sequence[str], *, permutations: int = 3, foreign: str = ""
) -> Iterator[CurvePoint]:
    """Their learning curves, at powers of two."""
    for dataset, size in sizes.items():
        for i, learner in enumerate(learners):
            for permutation in range(permutations):
                for round_ in (2**k for k in range(size.bit_length())):
                    mistakes = int(round_**0.8) - (i + permutation) * round_ // 50
                    updates = None if learner == foreign else 2 * mistakes
                    yield CurvePoint(
                        dataset, learner, permutation, round_, mistakes / round_, mistakes, updates
                    )
