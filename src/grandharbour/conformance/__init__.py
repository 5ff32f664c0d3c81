"""What every game must do, as tests that any package with a game can run over it.

    pip install grandharbour[conformance]
    pytest --pyargs grandharbour.conformance --game mygame

Without ``--game`` every installed game is examined. Nothing here knows a game: no number of pieces, no length, no luck. Each
scenario is walked once by chance from decision to decision and once as a table with its record, and all questions are asked on
these two walks (``walk``); rare procedures are looked at whenever they come, common ones now and then.
"""
