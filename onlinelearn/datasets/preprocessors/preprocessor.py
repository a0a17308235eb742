"""The two kinds of preprocessors: those of numbers, and those that make numbers of other things."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

from onlinelearn.base.arrays import Floats
from onlinelearn.datasets.example_table import ExampleTable

Transform = Callable[[Floats], Floats]

Encode = Callable[[ExampleTable], ExampleTable]


class Preprocessor(ABC):
    """A way to change the attributes."""

    sparse: ClassVar[bool] = False
    """Whether sparse rows stay sparse; the others would have to fill in every zero."""
    streams: ClassVar[bool] = False
    """Whether `fit` looks at some rows at a time, so that all may be more than memory holds."""
    short_form: ClassVar[str | None] = None
    """The parameter that a config may give alone: `bias: 2`."""

    @property
    def keeps_sparse(self) -> bool:
        """Whether sparse rows stay sparse with these parameters."""
        return self.sparse

    @property
    def fits_in_blocks(self) -> bool:
        """Whether `fit` looks at some rows at a time with these parameters."""
        return self.streams

    @abstractmethod
    def fit(self, X: Floats) -> Transform:
        """The function to apply to both parts, learnt from the training part X."""


class Encoder(ABC):
    """A way to make numbers of gaps, categories or texts; the other columns stay as they are."""

    short_form: ClassVar[str | None] = None
    """The parameter that a config may give alone: `impute: median`."""
    streams: ClassVar[bool] = False
    """Whether `fit` looks at some rows at a time, so that all may be more than memory holds."""

    @property
    def fits_in_blocks(self) -> bool:
        """Whether `fit` looks at some rows at a time with these parameters."""
        return self.streams

    @abstractmethod
    def fit(self, train: ExampleTable) -> Encode:
        """The function to apply to both parts, learnt from the training part."""
