"""Manifold regularization, batch (Belkin et al.) and online (Goldberg et al.): most examples have no label.

Here are the learners' files, found by themselves as all learners are, and what they share.
"""
