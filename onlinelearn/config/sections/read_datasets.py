"""The data sets of a config, with their options, and the steps that prepare their examples."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from onlinelearn.base.error_text import nearest, shown, unknown
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.result_rows import UNDER
from onlinelearn.config.choices import DatasetChoice
from onlinelearn.config.config_value import ConfigValue, built, validated
from onlinelearn.config.sections.grids import MOST, check_label, grid_points, point_label
from onlinelearn.datasets.choice import NAMED, Choice, Own, chosen
from onlinelearn.datasets.joined import DRIFT
from onlinelearn.datasets.preprocessing import PREPROCESSORS, PreprocessingStep, parameter_model_of
from onlinelearn.datasets.preprocessors.sklearn_transformers import PREFIX


def read_datasets(
    top: ConfigValue, given: Mapping[str, ConfigValue], folder: Path
) -> tuple[DatasetChoice, ...]:
    """The data sets that `dataset` or `datasets` chooses; the paths of own data are relative to `folder`."""
    read: list[tuple[ConfigValue, Choice]] = []
    for entry in _entries(top, given):
        read += [(entry, choice) for choice in _choices(entry, folder, MOST - len(read))]
    found: dict[str, DatasetChoice] = {}
    for (entry, choice), label in zip(read, _labels([choice for _, choice in read]), strict=True):
        check_label(label, entry)
        if UNDER in label:
            entry.fail(f"a data set's label can't contain {shown(UNDER)}, which sets readings apart")
        if label in found:
            entry.fail(f"a second data set {shown(label)}; change its options, or give files a 'name'")
        found[label] = DatasetChoice(label, choice)
    return tuple(found.values())


def _entries(top: ConfigValue, given: Mapping[str, ConfigValue]) -> list[ConfigValue]:
    one, several = given.get("dataset"), given.get("datasets")
    if one and several:
        several.fail("give 'dataset' or 'datasets', not both")
        return []
    if one:
        return [one]
    if several is None:
        top.fail(
            "'dataset' is missing; give a name of `olrun list datasets`, such as usps, "
            "or a file of your own, {path: my.csv, target: column}"
        )
        return []
    if several.node.value == ():
        several.fail("name at least one data set")
    return several.items("a list of data sets")


def _choices(entry: ConfigValue, folder: Path, most: int) -> Iterator[Choice]:
    """The data set that an entry describes: one, or as many as its grid has points."""
    if entry.child("path"):
        if own := _own(entry, folder):
            yield own
        return
    if (named := _named(entry)) is None:
        return
    name, given = named
    for varied in grid_points(given, entry, most, "data sets"):
        options = validated(NAMED[name].options, given | varied, entry, kind=f"option of {name}")
        if options is None:
            # The other points share the problem, or will show theirs once this one is mended.
            return
        yield chosen(name, options)


def _named(entry: ConfigValue) -> tuple[str, dict[str, ConfigValue]] | None:
    """A data set's name and its options; `{drift: options}` is short for `{name: drift, ...}`."""
    joined = entry.child(DRIFT.name)
    if joined is None or entry.child("name"):
        return entry.named("dataset", "name", NAMED)
    if len(entry.entries("a mapping")) > 1:
        entry.expected(f"'{DRIFT.name}' alone, with all options below it")
        return None
    return DRIFT.name, joined.entries("a mapping with " + ", ".join(DRIFT.options.model_fields))


def _own(entry: ConfigValue, folder: Path) -> Own | None:
    own = validated(Own, entry.entries("a mapping"), entry, kind="option of own data")
    if own is None:
        return None
    here = folder.absolute()
    return own.model_copy(update={"path": here / own.path, "test": own.test and here / own.test})


def _labels(choices: Sequence[Choice]) -> list[str]:
    """The names of the choices; those that share a name get the options in which they differ, too."""
    given: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for choice in choices:
        if not isinstance(choice, Own):
            for option, value in choice.options:
                given[choice.name][option].add(repr(value))
    labels = []
    for choice in choices:
        if isinstance(choice, Own):
            labels.append(choice.shown)
            continue
        options = choice.options.model_dump(mode="json", exclude_none=True)
        different = {key: value for key, value in options.items() if len(given[choice.name][key]) > 1}
        labels.append(point_label(choice.name, different))
    return labels


def read_preprocess(entry: ConfigValue | None) -> tuple[PreprocessingStep, ...]:
    """The steps in their order; to be thrown away if that left problems."""
    steps = [_step(item) for item in entry.items("a list of preprocessors")] if entry else []
    return tuple(step for step in steps if step)


def _step(entry: ConfigValue) -> PreprocessingStep | None:
    named = _named_step(entry)
    if named is None:
        return None
    name, given = named
    try:
        model = parameter_model_of(name)
    except ConfigError as error:
        entry.fail(str(error))
        return None
    return built(lambda params: PreprocessingStep(name, params), model, given, entry)


def _named_step(entry: ConfigValue) -> tuple[str, dict[str, ConfigValue]] | None:
    """The name of a preprocessor, and the parameters given."""
    value = entry.node.value
    if isinstance(value, str) and value.startswith(PREFIX):
        return value, {}
    if isinstance(value, dict) and "name" not in value and len(value) == 1:
        return _short_form(entry, next(iter(value)))
    options = value.get("name") if isinstance(value, dict) else None
    sklearn = options is not None and isinstance(options.value, str) and options.value.startswith(PREFIX)
    known = [*PREPROCESSORS, *([str(options.value)] if sklearn and options else [])]
    return entry.named("preprocessor", "name", known)


def _short_form(entry: ConfigValue, name: str) -> tuple[str, dict[str, ConfigValue]] | None:
    """`{impute: median}` or `{hash: {bits: 18}}`."""
    inner = entry.child(name)
    assert inner is not None
    if not name.startswith(PREFIX) and name not in PREPROCESSORS:
        close = "did you mean" in nearest(name, PREPROCESSORS)
        if close:
            entry.fail(unknown("preprocessor", name, PREPROCESSORS))
        return None if close else entry.named("preprocessor", "name", PREPROCESSORS)
    if inner.node.value is None or isinstance(inner.node.value, dict):
        return name, inner.entries("its parameters") if inner.node.value else {}
    alone = None if name.startswith(PREFIX) else PREPROCESSORS[name].short_form
    if alone is None:
        inner.expected(f"the parameters of {name} as a mapping")
        return None
    return name, {alone: inner}
