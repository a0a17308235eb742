"""Errata: slips in the sources, each with a test that shows it, for docs/errata.md and the report.

`python -m onlinelearn.claims.errata` writes docs/errata.md.
"""

from onlinelearn.claims.errata import ellipsoid_methods, ellipsoid_proofs, libol, other_sources
from onlinelearn.claims.errata.erratum import Erratum

ERRATA: tuple[Erratum, ...] = (
    *ellipsoid_methods.ERRATA,
    *ellipsoid_proofs.ERRATA,
    *other_sources.ERRATA,
    *libol.ERRATA,
)
"""Every slip, source by source, in the order of the text."""

__all__ = ["ERRATA", "Erratum"]
