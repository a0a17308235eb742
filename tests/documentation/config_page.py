"""The page of the config: every key, from the models that check configs, each with an example."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from onlinelearn.base.metrics import METRICS
from onlinelearn.base.parameters import Parameters
from onlinelearn.config.experiment import Protocol, Tune
from onlinelearn.config.parse import KEYS
from onlinelearn.config.readings import ChoiceEntry, ReadingsEntry
from onlinelearn.config.sections.read_claims import ClaimEntry
from onlinelearn.datasets.choice import Own
from onlinelearn.datasets.splits import Split
from onlinelearn.learners.engine.selective_sampling import RULES
from onlinelearn.learners.foreign_options import ForeignOptions
from onlinelearn.printing.catalogue import options_of
from onlinelearn.render.figures.figure_style import StyleOptions
from onlinelearn.render.tables.table_options import TableOptions
from tests.documentation.learner_pages import parameters
from tests.documentation.markdown import code, page, table

EXAMPLES = Path(__file__).parents[2] / "docs/reference/config-examples.yaml"

MODELS: Mapping[str, Mapping[str, type[Parameters]]] = {
    "dataset": {"Keys of your own data": Own, "Keys of `split`": Split},
    "learners": {
        **{f"Keys of `ask` with the rule `{name}`": rule for name, rule in RULES.items()},
        "Further keys of a learner that is not ours": ForeignOptions,
    },
    "readings": {"Keys of `readings`": ReadingsEntry, "Keys of a choice": ChoiceEntry},
    "protocol": {"Keys of `protocol`": Protocol, "Keys of `protocol.tune`": Tune},
    "figure_style": {"Keys of `figure_style`": StyleOptions},
    "tables": {"Keys of `tables`": TableOptions},
    "claims": {"Keys of a claim": ClaimEntry},
}
"""The models of what stands under a key, each with the heading of its table."""

MORE = {
    "dataset": "Names: [data sets](datasets.md).",
    "preprocess": "Names: [preprocessors](preprocessors.md).",
    "learners": "Names: [learners](../learners/index.md). Any parameter may be `{grid: [...]}`: each value "
    "becomes a learner of its own. `{tune: [...]}` is one learner whose value is chosen in each permutation, "
    "on training data alone. `{option: NAME}` takes the option of that name from each data set. `ask` looks "
    "at labels only where its rule asks for them. `family` says which grid a written-out point belongs to.",
    "metrics": "Names: [metrics](metrics.md). `runs.csv` always has the standard ones.",
    "figures": "Names: [figures](figures.md).",
    "claims": "The statements of `holds` are on a page of their own: [claims](claims.md).",
}
"""What is to be said of a key beside its meaning."""


def examples() -> Mapping[str, str]:
    """A piece of a config for each key."""
    loaded: Mapping[str, str] = yaml.safe_load(EXAMPLES.read_text(encoding="utf-8"))
    return loaded


def config_page() -> str:
    """Every key of a config."""
    return page(
        "Config",
        "A config is a YAML file. Unknown keys, and values out of range, are errors: one line with the place "
        "and the nearest valid name. Editors that know YAML schemas complete and check configs by "
        "`onlinelearn/config/schema.json`. `--set learners.PA.C=1` changes any key on the command line.",
        table(("key", "what it is for"), [(f"[`{key}`](#{key})", about) for key, about in KEYS.items()]),
        *(part for key in KEYS for part in _section(key)),
    )


def _section(key: str) -> Iterator[str]:
    yield f"## {key} {{#{key}}}"
    yield _sentence(KEYS[key])
    yield MORE.get(key, "")
    yield code(examples()[key], "yaml")
    for title, model in MODELS.get(key, {}).items():
        yield f"**{title}**"
        yield parameters(options_of(model), kind="key")
    if key == "metrics":
        optioned = [(name, metric.options) for name, metric in METRICS.items() if metric.options]
        yield "Some metrics have options: " + ", ".join(
            f"`{name}` ({', '.join(options.model_fields)})" for name, options in optioned
        )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
