"""Three examples in the plane, in whole numbers, that no line through the origin parts."""

from typing import ClassVar

import numpy as np

from onlinelearn.base.repetitions import ONE_ORDER, Repetition
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator, Recipe

EXAMPLES = np.array([[0.0, 2.0], [3.0, 0.0], [1.0, -1.0]])
LABELS = np.array([1, -1, 1])


class Inseparable(Recipe):
    """In this order the Perceptron is back at w = 0 after six passes, and begins anew."""

    repeats: ClassVar[Repetition] = ONE_ORDER

    def draw(self, number: int) -> Dataset:
        """Nothing is random; the test part is the training part."""
        return Dataset(GENERATOR.name, EXAMPLES, LABELS, EXAMPLES, LABELS, ordered=True)


GENERATOR = Generator("inseparable", "three examples that the Perceptron never gets right", Inseparable)
