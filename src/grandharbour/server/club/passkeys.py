"""Passkeys (WebAuthn): a device proves that it holds a key, and no password exists that could be told to anybody."""

from __future__ import annotations

import contextlib
import json
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Connection
from starlette.requests import Request

from ..problems import Problem, detail
from . import people, slips, wire
from .people import Person
from .rows import passkeys

with contextlib.suppress(ModuleNotFoundError):  # not installed where nobody runs a club
    import webauthn
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
    from webauthn.helpers.exceptions import WebAuthnException
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )


class Site(NamedTuple):
    """What a passkey is bound to."""

    host: str
    origin: str


def site(request: Request, base_url: str) -> Site:
    """Where this page lives. A browser signs the address it really shows, so a false one only makes the signature void."""
    base = urlsplit(base_url or str(request.base_url))
    return Site(base.hostname or "", f"{base.scheme}://{base.netloc}")


def asked_to_make(connection: Connection, at: Site, person: Person, name: str, now: float) -> dict[str, Any]:
    """What a browser needs to make a new passkey."""
    held = connection.execute(select(passkeys.c.id).where(passkeys.c.person == person.id)).scalars()
    options = webauthn.generate_registration_options(
        rp_id=at.host,
        rp_name="Grand Harbour",
        user_name=person.name or name,
        user_id=person.id.encode(),
        challenge=slips.new_nonce(connection, now),
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(id)) for id in held],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
    )
    said: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return said


def asked_to_sign(connection: Connection, at: Site, now: float) -> dict[str, Any]:
    """What a browser needs to sign with any passkey it has for this place."""
    options = webauthn.generate_authentication_options(rp_id=at.host, challenge=slips.new_nonce(connection, now))
    said: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return said


def _nonce(connection: Connection, made: dict[str, Any], now: float) -> bytes:
    """What was signed, if we had asked for it."""
    try:
        client = json.loads(base64url_to_bytes(made["response"]["clientDataJSON"]))
        nonce = base64url_to_bytes(client["challenge"])
    except (KeyError, TypeError, ValueError):
        raise Problem("bad-request", detail("passkey-unread")) from None
    if not slips.use_nonce(connection, nonce, now):
        raise Problem("stale", detail("slip-used"))
    return nonce


def add(connection: Connection, at: Site, person: Person, made: dict[str, Any], device: str, now: float) -> None:
    """Keep a new passkey."""
    nonce = _nonce(connection, made, now)
    try:
        key = webauthn.verify_registration_response(
            credential=made, expected_challenge=nonce, expected_rp_id=at.host, expected_origin=at.origin
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise Problem("wrong-password", detail("passkey-wrong")) from None
    values = {
        "id": bytes_to_base64url(key.credential_id), "person": person.id, "key": bytes_to_base64url(key.credential_public_key),
        "count": key.sign_count, "device": device[:120], "created": now,
    }  # fmt: skip
    connection.execute(insert(passkeys).values(**values))


def proved(connection: Connection, at: Site, made: dict[str, Any], now: float) -> Person:
    """Who has signed."""
    nonce = _nonce(connection, made, now)
    id = made.get("id")
    row = connection.execute(select(passkeys).where(passkeys.c.id == id)).first() if isinstance(id, str) else None
    if row is None:
        raise Problem("wrong-password", detail("passkey-unknown"))
    kept = row._mapping
    try:
        proof = webauthn.verify_authentication_response(
            credential=made, expected_challenge=nonce, expected_rp_id=at.host, expected_origin=at.origin,
            credential_public_key=base64url_to_bytes(kept["key"]), credential_current_sign_count=kept["count"],
        )  # fmt: skip
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise Problem("wrong-password", detail("passkey-wrong")) from None
    connection.execute(update(passkeys).where(passkeys.c.id == id).values(count=proof.new_sign_count))
    person = people.find(connection, kept["person"])
    assert person is not None
    return person


def held(connection: Connection, person: str) -> list[wire.PasskeyCard]:
    columns = select(passkeys.c.id, passkeys.c.device, passkeys.c.created)
    rows = connection.execute(columns.where(passkeys.c.person == person).order_by(passkeys.c.created))
    return [wire.PasskeyCard(id, device, created) for id, device, created in rows]


def remove(connection: Connection, person: Person, id: str) -> None:
    """Forget a passkey; the last one only where there is a password."""
    if not person.password and len(held(connection, person.id)) < 2:
        raise Problem("bad-name", detail("last-passkey"))
    connection.execute(delete(passkeys).where((passkeys.c.person == person.id) & (passkeys.c.id == id)))
