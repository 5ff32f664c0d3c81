"""The tests mirror the rooms of the package; helpers that any test may import are in ``play.py``.

Property tests draw the same examples in every run. (This stands here and not in a ``conftest.py`` so that the ``conftest``
modules of single folders keep their name to themselves.)
"""

from hypothesis import HealthCheck, settings

settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")
