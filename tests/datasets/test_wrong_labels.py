"""Labels made wrong: as many as said, never by the same class, and more of them hold the fewer."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.wrong_labels import with_wrong_labels


@given(n_classes=st.integers(2, 5), share=st.floats(0.0, 1.0))
def test_so_many_labels_become_another_class(n_classes: int, share: float) -> None:
    table = ExampleTable(np.zeros((60, 1)), np.array([f"c{k % n_classes}" for k in range(60)]))
    noisy, more = with_wrong_labels(table, share), with_wrong_labels(table, 1.0)
    wrong = noisy.labels != table.labels
    assert wrong.sum() == round(share * 60)
    assert set(noisy.labels) <= set(table.labels)
    np.testing.assert_array_equal(noisy.labels[wrong], more.labels[wrong])


def test_every_other_class_is_as_likely() -> None:
    table = ExampleTable(np.zeros((6000, 1)), np.repeat(["a", "b", "c", "d"], 1500))
    noisy = with_wrong_labels(table, 1.0)
    _, counts = np.unique(noisy.labels[:1500], return_counts=True)
    np.testing.assert_allclose(counts, 500, atol=5 * np.sqrt(500))
