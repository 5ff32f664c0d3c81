"""The schema says what really travels."""

from __future__ import annotations

import json

from .client import Harbour


def test_openapi_describes_the_wire(harbour: Harbour) -> None:
    schema = harbour.http.get("/openapi.json").json()
    shapes = schema["components"]["schemas"]
    assert {"State", "Decision", "View", "NewTable", "ProblemDocument", "Moment", "Odds"} <= set(shapes)
    assert "from" in shapes["State"]["properties"] and "from" in shapes["Event"]["properties"]
    text = json.dumps(schema)
    for name in {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}:
        assert name in shapes, name
    state = harbour.open(seed=1)["IT"].state()
    assert set(state) == set(shapes["State"]["properties"])
