"""How many examples Hypothesis tries: all of them in `make test`, a quarter in `make test-quick`.

The examples are random, but not in CI, where the environment variable CI is set: there a failure should be caused by the change that is
checked, and a run on the same commit beforehand should give the same answer.
"""

import os

from hypothesis import HealthCheck, settings

# Machines are shared: how long an example takes says nothing.
ALWAYS = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}


def register_profiles():
    """`whole`, which is loaded, and `quick`, which `--hypothesis-profile quick` loads in its place."""
    settings.register_profile("whole", max_examples=100, derandomize=bool(os.environ.get("CI")), **ALWAYS)
    settings.register_profile("quick", max_examples=25, **ALWAYS)
    settings.load_profile("whole")


def examples(number, **options):
    """`@examples(60)` above `@given`: 60 examples in a whole run, 15 in a quick one."""
    return settings(max_examples=max(number * settings.default.max_examples // 100, 5), **options)
