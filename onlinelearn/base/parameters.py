"""Parameters as a class declares them: types and ranges in `__init__`, meaning in its docstring.

    class Example:
        '''...

        Parameters
        ----------
        C : aggressiveness: an upper limit of the step.
        '''

        def __init__(self, *, C: Positive = 1.0) -> None: ...

From that one place come validation, the config's JSON Schema, what `olrun list` prints, and the
signatures and type stubs of the estimators.
"""

import inspect
import re
from functools import reduce
from operator import or_
from textwrap import fill
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic.fields import FieldInfo

Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
NonNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Fraction = Annotated[float, Field(ge=0, le=1)]
BelowOne = Annotated[float, Field(ge=0, lt=1)]
Count = Annotated[int, Field(ge=1)]
Seed = Annotated[int, Field(ge=0, lt=2**64)]


class Parameters(BaseModel):
    """The base of every parameter model: frozen, exact types, nothing unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


_models: dict[type, type[Parameters]] = {}


def model(cls: type) -> type[Parameters]:
    """The parameters of `cls` as a model: one field for each argument of its constructor."""
    if cls not in _models:
        _models[cls] = _model(cls)
    return _models[cls]


def _model(cls: type) -> type[Parameters]:
    meanings = documented(cls)
    hints = get_type_hints(cls.__init__, include_extras=True)  # type: ignore[misc]  # a constructor, no instance
    fields: dict[str, tuple[Any, FieldInfo]] = {}
    for name, argument in inspect.signature(cls).parameters.items():
        default = ... if argument.default is argument.empty else argument.default
        fields[name] = (hints[name], Field(default, description=meanings.get(name)))
    made: type[Parameters] = create_model(cls.__name__, __base__=Parameters, **fields)  # type: ignore[call-overload]
    return made


def names(cls: type) -> tuple[str, ...]:
    """The names of the parameters of `cls`, in the order of its constructor."""
    return tuple(model(cls).model_fields)


def signature(cls: type) -> inspect.Signature:
    """The signature of `cls` with plain types: `Positive` is a float, and its range is left out.

    >>> class Example:
    ...     def __init__(self, *, C: Positive = 1.0, most: Count | None = None) -> None: ...
    >>> signature(Example)
    <Signature (*, C: float = 1.0, most: int | None = None) -> None>
    """
    hints = get_type_hints(cls.__init__)  # type: ignore[misc]  # a constructor, no instance
    declared = inspect.signature(cls)
    typed = [each.replace(annotation=_plain(hints[name])) for name, each in declared.parameters.items()]
    return declared.replace(parameters=typed, return_annotation=None)


def _plain(hint: Any) -> Any:
    """`int | None` for what `get_type_hints` makes `Optional[int]` of."""
    return reduce(or_, get_args(hint)) if get_origin(hint) is Union else hint


SECTION = re.compile(r"^Parameters\n-+\n(.*?)(?=^\w[^\n]*\n-+\n|\Z)", re.M | re.S)


def documented(cls: type) -> dict[str, str]:
    """The meaning of each parameter, on one line, by the docstring's "Parameters" section.

    What it leaves out of the constructor's parameters, the sections of its bases say.
    """
    inherited: dict[str, str] = {}
    for base in reversed(cls.__mro__[1:]):
        inherited |= _section(base)
    shared = {name: inherited[name] for name in inspect.signature(cls).parameters if name in inherited}
    return shared | _section(cls)


def docstring(cls: type) -> str:
    """The docstring with a whole "Parameters" section: what only bases document is added at its end."""
    doc, own = inspect.cleandoc(cls.__doc__ or ""), _section(cls)
    added = "".join(
        fill(f"{name} : {meaning}", 100, subsequent_indent="    ") + "\n"
        for name, meaning in documented(cls).items()
        if name not in own
    )
    section = SECTION.search(doc)
    if section is None:
        return f"{doc}\n\nParameters\n----------\n{added}" if added else doc
    end = section.start(1) + len(section[1].rstrip("\n")) + 1
    return doc[:end] + added + doc[end:] if added else doc


def _section(cls: type) -> dict[str, str]:
    section = SECTION.search(inspect.cleandoc(cls.__doc__ or ""))
    if section is None:
        return {}
    entries = re.findall(r"^(\w+) : (.*?)(?=^\w+ : |\Z)", section[1], re.M | re.S)
    return {name: " ".join(text.split()) for name, text in entries}


def check(instance: object) -> None:
    """Raise ValueError, in one line, unless the instance's parameters are valid."""
    from onlinelearn.base.plain_values import plain

    cls = type(instance)
    values = {name: plain(getattr(instance, name)) for name in model(cls).model_fields}
    try:
        model(cls).model_validate(values)
    except ValidationError as error:
        wrong = error.errors()[0]
        name = ".".join(str(part) for part in wrong["loc"])
        raise ValueError(f"{cls.__name__}: {name}={wrong['input']!r}: {wrong['msg']}") from None
