"""Projection on principal components."""

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import DataError
from onlinelearn.base.parameters import Count
from onlinelearn.datasets.preprocessors.preprocessor import Preprocessor, Transform
from onlinelearn.numerics.sums import column_means


class PCA(Preprocessor):
    """Project on the principal components of the training part, after centring.

    LAPACK finds the components, so the last bits may differ between machines. Signs are fixed: the
    largest loading of a component is positive.

    Parameters
    ----------
    n_components : how many components, those of largest variance; all, if it is not given.
    """

    short_form = "n_components"

    def __init__(self, *, n_components: Count | None = None) -> None:
        self.n_components = n_components

    def fit(self, X: Floats) -> Transform:
        """Mean and components of the training part."""
        most = min(X.shape)
        wanted = self.n_components or most
        if wanted > most:
            raise DataError(f"pca: {wanted} components cannot come of {X.shape[0]} x {X.shape[1]} values")
        means = column_means(X)
        components = np.linalg.svd(X - means, full_matrices=False)[2][:wanted]
        largest = np.abs(components).argmax(axis=1)
        signs = np.where(components[np.arange(wanted), largest] < 0.0, -1.0, 1.0)
        turned = (components * signs[:, None]).T
        return lambda X: (X - means) @ turned
