"""The entries of `preprocess` in a config: a name, a mapping with `name`, or `{name: parameters}`."""

from onlinelearn.base.error_text import nearest, unknown
from onlinelearn.base.errors import ConfigError
from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.validate import made
from onlinelearn.datasets.preprocessing import PREPROCESSORS, PreprocessingStep, parameter_model_of
from onlinelearn.datasets.preprocessors.sklearn_transformers import PREFIX


def read_preprocess(spot: ConfigValue | None) -> tuple[PreprocessingStep, ...]:
    """The steps in their order; to be thrown away if that left problems."""
    steps = [_step(item) for item in spot.items("a list of preprocessors")] if spot else []
    return tuple(step for step in steps if step)


def _step(spot: ConfigValue) -> PreprocessingStep | None:
    named = _named(spot)
    if named is None:
        return None
    name, given = named
    try:
        model = parameter_model_of(name)
    except ConfigError as error:
        spot.fail(str(error))
        return None
    return made(lambda params: PreprocessingStep(name, params), model, given, spot)


def _named(spot: ConfigValue) -> tuple[str, dict[str, ConfigValue]] | None:
    """The name of a preprocessor, and the parameters given."""
    value = spot.node.value
    if isinstance(value, str) and value.startswith(PREFIX):
        return value, {}
    if isinstance(value, dict) and "name" not in value and len(value) == 1:
        return _short_form(spot, next(iter(value)))
    options = value.get("name") if isinstance(value, dict) else None
    sklearn = options is not None and isinstance(options.value, str) and options.value.startswith(PREFIX)
    known = [*PREPROCESSORS, *([str(options.value)] if sklearn and options else [])]
    return spot.named("preprocessor", "name", known)


def _short_form(spot: ConfigValue, name: str) -> tuple[str, dict[str, ConfigValue]] | None:
    """`{impute: median}` or `{hash: {bits: 18}}`."""
    inner = spot.child(name)
    assert inner is not None
    if not name.startswith(PREFIX) and name not in PREPROCESSORS:
        close = "did you mean" in nearest(name, PREPROCESSORS)
        if close:
            spot.fail(unknown("preprocessor", name, PREPROCESSORS))
        return None if close else spot.named("preprocessor", "name", PREPROCESSORS)
    if inner.node.value is None or isinstance(inner.node.value, dict):
        return name, inner.entries("its parameters") if inner.node.value else {}
    alone = None if name.startswith(PREFIX) else PREPROCESSORS[name].short_form
    if alone is None:
        inner.expected(f"the parameters of {name} as a mapping")
        return None
    return name, {alone: inner}
