"""SynSep and SynNonSep: documents as their docstrings say, and a linear classifier that tells them apart."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.arrays import Floats, is_sparse
from onlinelearn.datasets.generated import one_hot, synsep
from onlinelearn.datasets.generated.synnonsep import SynNonSep
from onlinelearn.datasets.generated.synsep import CLASSES, KEYWORDS, LEFT_OUT, OTHERS, TOPICS, WORDS, SynSep


def dense(X: Any) -> Floats:
    rows: Floats = X.toarray() if is_sparse(X) else X
    return rows


@given(seed=st.integers(0, 2**64 - 1), number=st.integers(1, 5))
@settings(deadline=None, max_examples=15)
def test_a_document_has_its_topics_keywords_but_five_and_twenty_others(seed: int, number: int) -> None:
    recipe = SynSep(n_train=60, n_test=20, seed=seed)
    data, keywords = recipe.draw(number), synsep.topics(recipe.key(number, TOPICS))
    own = np.zeros((CLASSES, WORDS))
    for topic, words in enumerate(keywords):
        assert 20 <= len(words) <= 40
        own[topic, words] = 1.0
    for X, y in ((data.X_train, data.y_train), (data.X_test, data.y_test)):
        assert set(np.unique(X)) == {0.0, 1.0}
        np.testing.assert_array_equal(X[:, KEYWORDS:].sum(axis=1), OTHERS)
        labels = y.astype(np.int64)
        assert (X[:, :KEYWORDS] <= own[labels][:, :KEYWORDS]).all()
        missing = own[labels].sum(axis=1) - X[:, :KEYWORDS].sum(axis=1)
        np.testing.assert_array_equal(missing, LEFT_OUT)


def test_the_mean_document_of_each_topic_separates_them() -> None:
    """u_k: 1 on own keywords, -1 on others: all but five of the own, against at most those in common."""
    recipe = SynSep(n_train=500)
    data, keywords = recipe.draw(1), synsep.topics(recipe.key(1, TOPICS))
    U = np.zeros((CLASSES, WORDS))
    U[:, :KEYWORDS] = -1.0
    for topic, words in enumerate(keywords):
        U[topic, words] = 1.0
    assert (np.argmax(data.X_train @ U.T, axis=1) == data.y_train).all()


def test_every_subset_is_equally_likely() -> None:
    drawn = np.sort(synsep.subsets((1, 2), 60_000, 2, 4), axis=1)
    pairs, counts = np.unique(drawn, axis=0, return_counts=True)
    assert len(pairs) == 6
    np.testing.assert_allclose(counts, 10_000, atol=5 * np.sqrt(10_000))


def test_one_label_in_twenty_is_another_one_and_nothing_else_changes() -> None:
    clean, noisy = SynSep(n_train=4000).draw(1), SynNonSep(n_train=4000).draw(1)
    np.testing.assert_array_equal(clean.X_train, noisy.X_train)
    np.testing.assert_array_equal(clean.y_test, noisy.y_test)
    wrong = (clean.y_train != noisy.y_train).mean()
    assert abs(wrong - 0.05) < 5 * np.sqrt(0.05 * 0.95 / 4000)


def test_where_rows_are_sparse_they_are_the_same_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = SynSep(n_train=50).draw(1)
    monkeypatch.setattr(one_hot, "DENSE", 0)
    few = SynSep(n_train=50).draw(1)
    assert is_sparse(few.X_train)
    np.testing.assert_array_equal(dense(few.X_train), plain.X_train)
