"""Mail: one message to one person, through the mail server of the club's host. It is sent later, and tried again if need be."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from ..jobs import Jobs

PATIENCE = 30.0


class Post:
    """``server`` is smtp://user:password@host:port (smtps:// for TLS from the first byte), ``sender`` an address."""

    def __init__(self, jobs: Jobs, server: str, sender: str) -> None:
        self.jobs = jobs
        self.server = urlsplit(server)
        self.sender = sender
        jobs.can("letter", self.deliver)

    async def send(self, to: str, subject: str, text: str) -> None:
        """Ask for a message to be sent. Nobody waits for it, so that the time taken tells nobody who gets mail here."""
        await self.jobs.defer("letter", to=to, subject=subject, text=text)

    async def deliver(self, to: str, subject: str, text: str) -> None:
        """Send a message, or fail."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self.sender.rpartition("@")[2] or None)
        message.set_content(text)
        await self.hand_over(message)

    async def hand_over(self, message: EmailMessage) -> None:
        """Give a message to the mail server, or fail."""
        import aiosmtplib  # not installed where nobody runs a club

        at = self.server
        await aiosmtplib.send(
            message,
            hostname=at.hostname,
            port=at.port,
            username=unquote(at.username) if at.username else None,
            password=unquote(at.password) if at.password else None,
            use_tls=at.scheme == "smtps",
            timeout=PATIENCE,
        )
