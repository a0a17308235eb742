"""Options of a learner that is not ours: how the stream is handed to it, and what counts as a mistake."""

from pydantic import Field

from onlinelearn.base.parameters import Count, NonNegative, Parameters

TOLERANCE = "tolerance"
"""The key of the option that is for real targets alone."""


class ForeignOptions(Parameters):
    """The further keys of a learner's entry, if the learner is a user's own or another package's."""

    rows_per_call: Count = Field(
        1,
        description="how many rows, at most, are predicted, and then learnt, in one call: 1 is the online "
        "protocol, more are faster, and every prediction is made with the model before the call; a call "
        "ends where a curve is measured",
    )
    tolerance: NonNegative = Field(
        0.1, description="by how much a prediction of a real target may be off; more is a mistake"
    )
