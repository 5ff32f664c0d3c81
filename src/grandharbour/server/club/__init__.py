"""The club: people who find each other and come back. A private harbour has none of it.

people.py: guests and members. sessions.py: who asks, by a cookie. rows.py: what is stored. wire.py: what travels.
"""
