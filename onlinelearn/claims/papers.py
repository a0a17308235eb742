"""The sources whose experiments are reproduced here."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """A source, and a sentence on which of its results can be compared with ours."""

    id: str
    title: str
    authors: str
    year: int
    where: str
    published: str


PAPERS = {
    paper.id: paper
    for paper in (
        Paper(
            "icml09",
            "Online Learning by Ellipsoid Method",
            "Liu Yang, Rong Jin, Jieping Ye",
            2009,
            "ICML 2009, paper and slides",
            "Its figures exist only as pictures without numbers: what can be tested is what it says of them.",
        ),
        Paper(
            "pa2006",
            "Online Passive-Aggressive Algorithms",
            "Koby Crammer, Ofer Dekel, Joseph Keshet, Shai Shalev-Shwartz, Yoram Singer",
            2006,
            "JMLR 7, 551-585, and slides",
            "The values of its figures 3, 4 and 6 were read off its vector graphics.",
        ),
        Paper(
            "lecture",
            "Lecture 6: Online Learning I (Perceptron, Winnow, LMS)",
            "Julia Hockenmaier",
            2013,
            "CS446 Introduction to Machine Learning, University of Illinois at Urbana-Champaign",
            "It states theorems and shows no measurements.",
        ),
        Paper(
            "omr",
            "Online Manifold Regularization: A New Learning Setting and Empirical Study",
            "Andrew B. Goldberg, Ming Li, Xiaojin Zhu",
            2008,
            "ECML PKDD 2008, slides",
            "Its figures are lost; what can be tested is what the slides say of them.",
        ),
        Paper(
            "banditron",
            "Efficient Bandit Algorithms for Online Multiclass Prediction",
            "Sham M. Kakade, Shai Shalev-Shwartz, Ambuj Tewari",
            2008,
            "ICML 2008, 440-447",
            "Its figures are pictures: what can be tested is what its theorems say of such data.",
        ),
        Paper(
            "libol",
            "LIBOL: A Library for Online Learning Algorithms",
            "Steven C. H. Hoi, Jialei Wang, Peilin Zhao",
            2014,
            "JMLR 15, 495-499, with its manual and its Matlab code",
            "Table 3 of its manual has the mistakes and updates of sixteen learners.",
        ),
    )
}
