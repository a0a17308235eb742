"""The documents of SynSep, some with a wrong topic (SynNonSep; Kakade et al., ICML 2008)."""

from typing import ClassVar

from pydantic import Field

from onlinelearn.base.parameters import Fraction
from onlinelearn.datasets.generated.generator import Generator
from onlinelearn.datasets.generated.synsep import SynSep


class SynNonSep(SynSep):
    """SynSep with 5 % of the labels wrong: the same documents."""

    name: ClassVar[str] = "synnonsep"

    noise: Fraction = Field(
        0.05, description="share of the training labels that are exchanged for another one, each by chance"
    )


GENERATOR = Generator(SynNonSep.name, "documents of nine topics, 5 % with a wrong one (SynNonSep)", SynNonSep)
