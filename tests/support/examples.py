"""How many examples Hypothesis tries: all of them in `make test`, a quarter in `make test-quick`."""

from hypothesis import HealthCheck, settings

# Machines are shared: how long an example takes says nothing.
ALWAYS = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}


def register_profiles():
    """`whole`, which is loaded, and `quick`, which `--hypothesis-profile quick` loads in its place."""
    settings.register_profile("whole", max_examples=100, **ALWAYS)
    settings.register_profile("quick", max_examples=25, **ALWAYS)
    settings.load_profile("whole")


def examples(number, **options):
    """`@examples(60)` above `@given`: 60 examples in a whole run, 15 in a quick one."""
    return settings(max_examples=max(number * settings.default.max_examples // 100, 5), **options)
