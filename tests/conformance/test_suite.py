"""The suite of ``grandharbour.conformance`` over every game; `pytest --pyargs grandharbour.conformance` is the same."""

from grandharbour.conformance.test_caches import *  # noqa: F403
from grandharbour.conformance.test_packs import *  # noqa: F403
from grandharbour.conformance.test_process_order import *  # noqa: F403
from grandharbour.conformance.test_tables import *  # noqa: F403
from grandharbour.conformance.test_vocabulary import *  # noqa: F403
from grandharbour.conformance.test_walks import *  # noqa: F403
