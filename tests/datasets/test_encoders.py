"""Gaps, categories and texts: refused with the way out, or made numbers by the training part alone."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer

from onlinelearn import load_dataset
from onlinelearn.base.arrays import is_sparse
from onlinelearn.base.errors import ConfigError, DataError
from onlinelearn.config import parse_config
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.example_table import Column
from onlinelearn.datasets.preprocessing import PreprocessingStep, prepare
from onlinelearn.datasets.preprocessors.gap_check import refuse_gaps

from .test_own import write

Step = PreprocessingStep
Y = np.array([0, 1, 0, 1])


@pytest.fixture
def gaps(tmp_path: Path) -> Dataset:
    train = write(tmp_path, "my.csv", "x,colour,k\n1,red,a\n,blue,b\n3,red,a\n8,?,b\n")
    test = write(tmp_path, "test.csv", "x,colour,k\nNA,green,b\n2,blue,a\n")
    data: Dataset = load_dataset({"path": train, "target": "k", "test": test})
    return data


def test_a_data_set_holds_codes_and_nan_until_it_is_prepared(gaps: Dataset) -> None:
    x, colour = gaps.columns
    assert colour.categories == ("blue", "green", "red")
    assert np.isnan(gaps.X_train[1, 0])
    assert gaps.X_train[[0, 1, 2], 1].tolist() == [2.0, 0.0, 2.0]
    assert x.gap.endswith("my.csv: line 3")


@pytest.mark.parametrize(
    ("names", "written"),
    [
        (["x", "day of week"], "say `drop: [x, day of week]`"),
        (["on", "a, b", "1"], 'say `drop: ["on", "a, b", "1"]`'),
        ([f"a long name {i}" for i in range(40)], "name these columns in `drop`"),
    ],
)
def test_what_is_to_be_dropped_is_written_as_yaml_reads_it(names: list[str], written: str) -> None:
    columns = [Column(name, gap="my.csv: line 3") for name in names]
    with pytest.raises(DataError) as told:
        refuse_gaps("", columns)
    assert str(told.value).endswith(written)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (
            [],
            r"my.csv: line 3, column 'x': a value is missing, and also in 'colour'; "
            r"fill them with `preprocess: \[\{impute: median\}\]`, or say `drop: \[x, colour\]`",
        ),
        (
            [Step("one_hot")],
            "line 5, column 'colour': a value is missing, and also in 'x'; fill them before one_hot",
        ),
        ([Step("impute")], "column 'colour' holds categories, as 'blue'; add `one_hot` to `preprocess`"),
        ([Step("impute"), Step("unit_norm")], "add `one_hot` before unit_norm to `preprocess`"),
    ],
)
def test_what_no_step_turned_into_numbers_is_named_with_the_way_out(
    gaps: Dataset, steps: list[Step], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        prepare(steps, gaps)


@pytest.mark.parametrize(
    ("strategy", "fill"), [("median", 3.0), ("mean", 4.0), ("most_frequent", 1.0), ("constant", -5.0)]
)
def test_gaps_are_filled_by_the_training_part(gaps: Dataset, strategy: str, fill: float) -> None:
    steps = [Step("impute", {"strategy": strategy, "value": -5.0}), Step("one_hot")]
    train, test = prepare(steps, gaps)
    assert train[:, 0].tolist() == [1.0, fill, 3.0, 8.0]
    assert test[:, 0].tolist() == [fill, 2.0]


def test_one_hot_knows_the_categories_of_training_alone(gaps: Dataset) -> None:
    train, test = prepare([Step("impute"), Step("one_hot")], gaps)
    assert train[:, 1:].tolist() == [
        [0, 1],
        [1, 0],
        [0, 1],
        [0, 1],
    ]  # blue, red; a gap is red
    assert test[:, 1:].tolist() == [[0, 0], [1, 0]]  # green was never seen


def test_a_constant_makes_a_category_of_the_gaps(gaps: Dataset) -> None:
    train, _ = prepare([Step("impute", {"strategy": "constant"}), Step("one_hot")], gaps)
    assert train[:, 1:].tolist() == [[0, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_one_hot_rows_are_the_same_sparse_and_dense(gaps: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [Step("impute"), Step("one_hot")]
    dense = prepare(steps, gaps)
    monkeypatch.setattr("onlinelearn.datasets.preprocessors.categories.DENSE", 0)
    for one, other in zip(dense, prepare(steps, gaps), strict=True):
        assert is_sparse(other)
        np.testing.assert_array_equal(other.toarray(), one)  # type: ignore[attr-defined]


TEXTS = np.array(["The cat sat, the end", "dogs & cats", "", "ab CD ab"], object)


def texts(values: Any = TEXTS) -> Dataset:
    return Dataset("t", np.empty((4, 0)), Y, np.empty((4, 0)), Y, texts_train=values, texts_test=TEXTS)


def test_words_are_hashed_as_scikit_learn_does() -> None:
    train, _ = prepare([Step("hash", {"bits": 10})], texts())
    peer = HashingVectorizer(n_features=1024, norm=None, token_pattern=r"\w+").transform(TEXTS)
    assert (train - peer).nnz == 0
    assert train.data.tobytes() == prepare([Step("hash", {"bits": 10})], texts())[0].data.tobytes()


def murmur3(data: bytes) -> int:
    """MurmurHash3 of 32 bits with the seed 0, as its author describes it; as a signed number."""

    def mixed(k: int) -> int:
        k = k * 0xCC9E2D51 & 0xFFFFFFFF
        return (k << 15 | k >> 17) * 0x1B873593 & 0xFFFFFFFF

    h, whole = 0, len(data) // 4 * 4
    for i in range(0, whole, 4):
        h ^= mixed(int.from_bytes(data[i : i + 4], "little"))
        h = (h << 13 | h >> 19) & 0xFFFFFFFF
        h = (h * 5 + 0xE6546B64) & 0xFFFFFFFF
    h ^= mixed(int.from_bytes(data[whole:], "little")) ^ len(data)
    h = (h ^ h >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    h = (h ^ h >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    h ^= h >> 16
    return h - 2**32 if h >= 2**31 else h


def test_the_hash_of_a_word_says_its_place_and_its_sign() -> None:
    train: Any = prepare([Step("hash", {"bits": 18})], texts())[0]
    for word, count in (("ab", 2), ("cd", 1)):
        hashed = murmur3(word.encode())
        assert train[3, abs(hashed) % 2**18] == (count if hashed >= 0 else -count)
    assert train[3].nnz == 2


def test_texts_without_hash_are_refused() -> None:
    with pytest.raises(DataError, match="its texts are no numbers yet; add `hash` to `preprocess`"):
        prepare([], texts())
    with pytest.raises(DataError, match="add `hash` before unit_norm"):
        prepare([Step("unit_norm")], texts())


def test_categories_are_words_too(gaps: Dataset) -> None:
    train: Any = prepare([Step("impute"), Step("hash", {"bits": 8})], gaps)[0]
    assert train.shape == (4, 257)  # the column of numbers comes first
    assert train[0, 0] == 1.0
    assert (train[0, 1:] != train[2, 1:]).nnz == 0
    assert (train[0, 1:] != train[1, 1:]).nnz == 2


def drawn(seed: int = 0, n: int = 40, d: int = 37, share: float = 0.2) -> Any:
    rng = np.random.default_rng(seed)
    return np.where(
        rng.uniform(size=(n, d)) < share, rng.normal(size=(n, d)) * 10.0 ** rng.integers(-9, 9), 0.0
    )


@pytest.mark.parametrize("name", ["unit_norm", "max_abs", "mean_norm", "tfidf", "bias"])
@pytest.mark.parametrize("d", [1, 2, 3, 7, 37, 64, 101])
def test_sparse_rows_have_the_bits_of_dense_ones(name: str, d: int) -> None:
    X, Z = drawn(d, d=d), drawn(d + 1, n=9, d=d)
    X[3] = 0.0
    y = np.arange(40) % 2
    dense = prepare([Step(name)], Dataset("d", X, y, Z, y[:9]))
    sparse = prepare([Step(name)], Dataset("s", csr_matrix(X), y, csr_matrix(Z), y[:9]))  # type: ignore[arg-type]
    for one, other in zip(dense, sparse, strict=True):
        assert is_sparse(other)
        assert one.tobytes() == (other.toarray() + 0.0).tobytes()  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["standardize", "center", "minmax", "pca"])
def test_what_would_make_rows_dense_says_how_large(name: str) -> None:
    X: Any = csr_matrix(([1.0, 2.0], [5, 47235], [0, 1, *[2] * 9_999]), shape=(10_000, 47_236))
    data = Dataset("big", X, np.arange(10_000) % 2, X, np.arange(10_000) % 2)
    said = f"big: {name} would make sparse rows dense: 20,000 × 47,236 numbers, 7.6 GB"
    with pytest.raises(DataError, match=said):
        prepare([Step(name)], data)


def test_tfidf_is_scikit_learns() -> None:
    X = np.abs(np.round(drawn(4)))
    y = np.arange(40) % 2
    ours, _ = prepare([Step("tfidf")], Dataset("d", X, y, X, y))
    np.testing.assert_allclose(ours, TfidfTransformer(norm=None).fit_transform(X).toarray(), rtol=1e-12)


def test_a_transformer_of_scikit_learn_goes_by_its_name() -> None:
    from sklearn.preprocessing import PowerTransformer

    X = np.abs(np.random.default_rng(0).normal(size=(20, 3)))
    y = np.arange(20) % 2
    step = Step("sklearn:PowerTransformer", {"standardize": False})
    train, _ = prepare([step], Dataset("d", X, y, X, y))
    np.testing.assert_allclose(train, PowerTransformer(standardize=False).fit_transform(X))
    assert dict(step.params) == {"standardize": False}


def config(preprocess: str) -> Any:
    text = f"dataset: usps\nlearners: {{A: pa}}\npreprocess: {preprocess}\n"
    return parse_config(text, name="trial", where="trial.yaml", folder=Path())


@pytest.mark.parametrize(
    ("written", "step"),
    [
        ("[{impute: median}]", Step("impute", {"strategy": "median"})),
        ("[{impute: {strategy: constant, value: 3}}]", Step("impute", {"strategy": "constant", "value": 3})),
        ("[{hash: {bits: 12}}]", Step("hash", {"bits": 12})),
        ("[{hash: 12}]", Step("hash", {"bits": 12})),
        ("[{one_hot: }]", Step("one_hot")),
        ("[{bias: 2}]", Step("bias", {"value": 2.0})),
        ("[{name: bias, value: 2}]", Step("bias", {"value": 2.0})),
        ("['sklearn:PowerTransformer']", Step("sklearn:PowerTransformer")),
        ("[{'sklearn:Binarizer': {threshold: 0.5}}]", Step("sklearn:Binarizer", {"threshold": 0.5})),
    ],
)
def test_a_step_has_a_short_form(written: str, step: Step) -> None:
    (condition,) = config(written).conditions
    assert condition.preprocess == (step,)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("[{imput: median}]", "unknown preprocessor 'imput'; did you mean 'impute'?"),
        ("[{impute: best}]", "expected one of 'median', 'mean', 'most_frequent', 'constant', got 'best'"),
        ("[{unit_norm: 3}]", "expected the parameters of unit_norm as a mapping, got 3"),
        ("['sklearn:PowerTransform']", "unknown transformer of scikit-learn 'PowerTransform'; did you mean"),
        ("['sklearn:SVC']", "unknown transformer of scikit-learn 'SVC'"),
        ("[{'sklearn:Binarizer': {treshold: 1}}]", "unknown parameter 'treshold'; did you mean 'threshold'?"),
    ],
)
def test_a_slip_in_a_short_form_is_named(written: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        config(written)
    assert message in str(caught.value)
