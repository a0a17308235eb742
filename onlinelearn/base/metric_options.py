"""The options of metrics that have some: `metrics: [{windowed_error: {window: 500}}]`."""

from typing import Annotated

from pydantic import Field

from onlinelearn.base.parameters import Count, Fraction, Parameters


class Window(Parameters):
    """The options of an error over the last rounds."""

    window: Count = Field(1000, description="how many rounds; all so far, while there are fewer")


class Fading(Parameters):
    """The options of an error that forgets."""

    factor: Annotated[float, Field(gt=0, lt=1)] = Field(
        0.999, description="a round counts this much less with each round that passes"
    )


class Excess(Parameters):
    """The options of an error after a change."""

    window: Count = Field(1000, description="rounds before the change, and after it, that are compared")


class Recovery(Parameters):
    """The options of the time that it takes to recover from a change."""

    window: Count = Field(1000, description="rounds before the change, and after it, that are compared")
    tolerance: Fraction = Field(
        0.01, description="an error that is higher by no more than this counts as the one from before"
    )
