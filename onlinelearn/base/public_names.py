"""The names that the package offers beside the learners, and the module of each."""

PUBLIC_NAMES = {
    "load_dataset": "onlinelearn.datasets",
    "Dataset": "onlinelearn.datasets.dataset",
    "ExperimentError": "onlinelearn.base.errors",
    "Result": "onlinelearn.experiment.result",
    "run": "onlinelearn.experiment.run",
}
