"""An experiment from config to files: worklist, execution, verdicts, output."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from onlinelearn.base.error_text import shown
from onlinelearn.base.errors import ConfigError
from onlinelearn.claims import judge
from onlinelearn.claims.verdict import Levels, OpenCell, open_cells
from onlinelearn.config import Experiment, load_config, parse_config
from onlinelearn.experiment import output, run_costs
from onlinelearn.experiment.execution import execute
from onlinelearn.experiment.notes import notes
from onlinelearn.experiment.progress import tell_left_out
from onlinelearn.experiment.result import (
    Result,
    candidate_rows,
    copied_runs,
    experiment_error,
    measured_rows,
    results_view,
    unfinished,
)
from onlinelearn.experiment.result_folder import make_writable, named_by_content, refuse_folder_of_another
from onlinelearn.experiment.run_options import RunOptions
from onlinelearn.experiment.worklist import make_worklist
from onlinelearn.learners.catalog import Catalog, given_from_python
from onlinelearn.render.tables import result_digest

LOOKS = (20, 40, 80, 160, 320)
"""After how many permutations `auto` looks at the claims.

The t test of fewer differences is too easily wrong where few orders differ much from the others.
"""


def run(
    config: str | os.PathLike[str] | Mapping[str, object] | Experiment,
    *,
    out: str | os.PathLike[str] = "results",
    jobs: int | None = None,
    learners: Mapping[str, type] | None = None,
    on_error: Literal["raise", "keep"] = "raise",
    **options: Any,
) -> Result:
    """Run an experiment and write its tables and figures to `out`/<name>.

    `config` is a YAML file, or the same as a mapping, whose folder gets a name of its own: its title's words
    and eight digits that its content decides. `learners` are classes of your own with
    `partial_fit` and `predict`, by the names that the config calls them. If a cell fails, the others still
    run and are written, and then ExperimentError is raised; its `result` has them. With
    `on_error="keep"` the result is returned all the same, and its `failures` say what went wrong.

    >>> from onlinelearn import run
    >>> result = run("configs/usps_iellip.yaml")  # doctest: +SKIP
    >>> result.runs.groupby("learner").test_error.mean()  # doctest: +SKIP
    """
    if on_error not in ("raise", "keep"):
        raise ConfigError(f"on_error: expected 'raise' or 'keep', got {shown(on_error)}")
    catalog = Catalog(given_from_python(learners or {}))
    if isinstance(config, Experiment):
        experiment = config
    elif isinstance(config, Mapping):
        experiment = named_by_content(
            parse_config(config, name="experiment", where="config", folder=Path.cwd(), catalog=catalog)
        )
    else:
        experiment = load_config(Path(config), catalog=catalog)
    chosen = RunOptions(out=Path(out), jobs=jobs, **options)
    result = run_experiment(experiment, chosen)
    if result.failures and on_error == "raise":
        raise experiment_error(result)
    return result


def run_until_decided(experiment: Experiment, options: RunOptions) -> Result:
    """Add permutations until no claim is open that more of them could decide, or the last look is taken.

    The looks are fixed beforehand, and each has its share of the chance of a wrong verdict: looking
    often doesn't make it easier to find something.
    """
    if not experiment.claims:
        raise ConfigError(f"{experiment.name} makes no claims; say how many permutations to run")
    before: Mapping[OpenCell, int] = {}
    for permutations in LOOKS:
        protocol = experiment.protocol.model_copy(update={"permutations": permutations})
        longer = replace(experiment, protocol=protocol)
        result = run_experiment(longer, options, Levels(looks=len(LOOKS)))
        options = replace(options, fresh=False)  # what the last look ran is fresh enough for the next
        still_open = open_cells(result.verdicts)
        if all(n <= before.get(cell, 0) for cell, n in still_open.items()):
            break
        before = still_open
    return result


def run_experiment(
    experiment: Experiment,
    options: RunOptions,
    levels: Levels | None = None,
) -> Result:
    """Run the cells that are not cached, judge the claims, and write everything."""
    refuse_folder_of_another(experiment, options.out)
    make_writable(options.out, options.out / experiment.name, output.possible_files(experiment))
    since, levels = run_costs.start(), levels or Levels()
    worklist = make_worklist(experiment, options.cache)
    if options.progress and worklist.missing:
        tell_left_out(experiment.name, worklist.unavailable)
    n_cached = len(worklist.cached)
    done = execute(worklist, options)
    worklist = worklist.with_further_baselines(done.outcomes)
    if worklist.missing and not (done.failures and options.fail_fast):
        done = done.followed_by(execute(worklist, options))
    with_curves = "curves" in experiment.metrics
    rows, points = measured_rows(worklist.cells, done.outcomes, worklist.repetitions, with_curves=with_curves)
    view = results_view(experiment, rows, points, copied_runs(worklist.cells, done.outcomes))
    verdicts = judge(experiment.claims, view, levels) if rows else ()
    result = Result(
        experiment=experiment,
        folder=options.out / experiment.name,
        rows=rows,
        points=points,
        candidates=candidate_rows(worklist.cells, done.outcomes),
        digest=result_digest(rows, points),
        verdicts=verdicts,
        levels=levels,
        notes=notes(
            *(worklist.cells, worklist.baselines, done.outcomes, worklist.repetitions),
            *(experiment, verdicts),
        ),
        failures=done.failures,
        unfinished=unfinished(worklist.cells, done.outcomes, done.failures),
        keys={cell: key for cell, key in worklist.keys.items() if cell in done.outcomes},
        n_cached=n_cached,
    )
    return output.write(result, worklist, since, options.arguments) if rows else result
