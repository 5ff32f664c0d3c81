"""``python -m grandharbour`` is ``harbour``."""

from .cli import main

if __name__ == "__main__":
    main()
