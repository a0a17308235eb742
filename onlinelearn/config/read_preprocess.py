"""The entries of `preprocess` in a config: a name, a mapping with `name`, or `{name: parameters}`."""

from onlinelearn.base.error_text import nearest, unknown
from onlinelearn.base.errors import ConfigError
from onlinelearn.config.config_value import ConfigValue, built
from onlinelearn.datasets.preprocessing import PREPROCESSORS, PreprocessingStep, parameter_model_of
from onlinelearn.datasets.preprocessors.sklearn_transformers import PREFIX


def read_preprocess(entry: ConfigValue | None) -> tuple[PreprocessingStep, ...]:
    """The steps in their order; to be thrown away if that left problems."""
    steps = [_step(item) for item in entry.items("a list of preprocessors")] if entry else []
    return tuple(step for step in steps if step)


def _step(entry: ConfigValue) -> PreprocessingStep | None:
    named = _named(entry)
    if named is None:
        return None
    name, given = named
    try:
        model = parameter_model_of(name)
    except ConfigError as error:
        entry.fail(str(error))
        return None
    return built(lambda params: PreprocessingStep(name, params), model, given, entry)


def _named(entry: ConfigValue) -> tuple[str, dict[str, ConfigValue]] | None:
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
