"""The names that the package offers beside the learners, and the module of each."""

PUBLIC_NAMES = {
    "load_dataset": "onlinelearn.datasets",
    "Dataset": "onlinelearn.datasets.dataset",
    "Result": "onlinelearn.experiment.output",
    "run": "onlinelearn.experiment.run",
}
