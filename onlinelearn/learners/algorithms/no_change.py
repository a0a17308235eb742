"""No change: the baseline that looks at the last label alone."""

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.algorithms.majority_class import Constants, Counting, MajorityClass
from onlinelearn.learners.engine.linear import look, score


def step(state: Counting, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """Predict the class that came last; if another one comes, it is the last from now on."""
    score(state.W, x, state.s)
    _, _, eta = look(state.s, state.K, y)
    mistake = eta <= 0.0
    if mistake:
        for k in range(state.W.n.shape[0]):
            state.W.n[k] = 0.0
        state.W.n[y] = 1.0
    return mistake, mistake


class NoChange(MajorityClass):
    """No change: predict the class of the example before, whatever this one is.

    What a learner's error along a stream in its own order is to be held against: labels that come in runs
    make it small. A frozen model predicts one class, so its error on a test part says nothing of this.

    References
    ----------
    I. Žliobaitė, A. Bifet, J. Read, B. Pfahringer, G. Holmes: Evaluation methods and decision theory for
    classification of streaming data with temporal dependence. Machine Learning 98 (2015) 455-482.

    Examples
    --------
    >>> from onlinelearn import NoChange
    >>> model = NoChange().fit([[1.0], [2.0], [3.0]], ["rain", "sun", "sun"])
    >>> model.predict([[1.0]]), model.n_mistakes_
    (array(['sun'], dtype='<U4'), 2)
    """

    name = "no_change"
    step = staticmethod(step)
