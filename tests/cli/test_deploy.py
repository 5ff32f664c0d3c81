"""What a host starts from: compose.yaml, the Containerfile, the Caddyfile and the units of systemd. Nothing is started here; but each
command, flag, setting, file, service and port they name is there."""

from __future__ import annotations

import re
import shlex
import tomllib
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from grandharbour.cli import app
from grandharbour.server.app import create_app
from grandharbour.server.settings import Settings, from_environment

ROOT = Path(__file__).parents[2]
GIVEN = {"HARBOUR_NAME": "harbour.example", "POSTGRES_PASSWORD": "a-password", "METRICS_TOKEN": ""}
"""What compose.yaml asks its host for."""
KEYS = {
    "build", "command", "depends_on", "environment", "healthcheck", "image", "ports", "restart", "stop_grace_period", "volumes",
}  # fmt: skip
"""Keys of a service that we use; a new one is looked up in the Compose specification first."""
SECTIONS = {"Unit", "Service", "Install"}


def filled(value: Any) -> Any:
    """A value with what the host gives in the place of its variables, as Compose fills them in."""
    if isinstance(value, dict):
        return {key: filled(part) for key, part in value.items()}
    if isinstance(value, list):
        return [filled(part) for part in value]
    if isinstance(value, str):
        return re.sub(r"\$\{(\w+)(?::[?-][^}]*)?\}", lambda it: GIVEN[it[1]], value)
    return value


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = filled(yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8")))
    return found


def settings_of(environment: dict[str, str]) -> Settings:
    """What ``harbour`` reads of it; a variable that means nothing is an error."""
    return from_environment({name: str(value) for name, value in environment.items()})


def understood(command: list[str]) -> str:
    """The name of a command of ours whose arguments are all understood."""
    commands = get_command(app).commands  # type: ignore[attr-defined]
    commands[command[0]].make_context(command[0], command[1:])
    return command[0]


def test_the_services_fit_together(compose: dict[str, Any]) -> None:
    assert {key for key in compose if not key.startswith("x-")} == {"name", "services", "volumes"}
    services = compose["services"]
    for name, service in services.items():
        assert set(service) <= KEYS, name
        needs = service.get("depends_on", {})
        for other in needs:
            assert other in services, (name, other)
            if isinstance(needs, dict) and needs[other]["condition"] == "service_healthy":
                assert "test" in services[other]["healthcheck"], f"nobody can say whether {other} is well"
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert (ROOT / source).is_file() if source.startswith(".") else source in compose["volumes"], volume
        if "build" in service:
            assert (ROOT / service["build"]["context"] / service["build"]["dockerfile"]).is_file()


def test_compose_asks_for_what_it_says(compose: dict[str, Any]) -> None:
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"\$\{(\w+)", text)) == set(GIVEN)
    assert all(f"{name}=" in text[: text.index("name:")] for name in GIVEN), "the first lines say what is needed"


def test_two_servers_and_a_worker_know_each_other(compose: dict[str, Any]) -> None:
    ours = {name: service for name, service in compose["services"].items() if service["image"] == "grandharbour"}
    commands = {name: understood(service["command"]) for name, service in ours.items()}
    assert sorted(commands.values()) == ["serve", "serve", "think"]
    found = {name: settings_of(service["environment"]) for name, service in ours.items()}
    (database,) = {known.database for known in found.values()}
    kept = compose["services"]["postgres"]["environment"]
    wanted = f"postgresql://{kept['POSTGRES_USER']}:{kept['POSTGRES_PASSWORD']}@postgres/{kept['POSTGRES_DB']}"
    assert database == wanted
    for name, command in commands.items():
        assert found[name].thinking == "workers"
        if command == "serve":
            environment = ours[name]["environment"]
            assert environment["HARBOUR_HOST"] == "0.0.0.0" and "HARBOUR_PORT" not in environment
            assert found[name].base_url == "https://harbour.example"
            assert float(ours[name]["stop_grace_period"].rstrip("s")) > found[name].drain + 5, "it has time to leave"


def test_the_proxy_is_believed_wherever_its_network_lies(compose: dict[str, Any]) -> None:
    """Docker takes 172.16.0.0/12 and, when that is full, 192.168.0.0/16; Podman 10.88.0.0/16 and its neighbours. Who is not believed makes
    all people come from one address: its limits would be those of everybody together."""
    from grandharbour.server.gate import Proxies

    for name in ("server-1", "server-2"):
        believed = Proxies(settings_of(compose["services"][name]["environment"]).proxies)
        for proxy in ("172.18.0.6", "192.168.16.3", "10.88.0.4", "10.89.0.7"):
            seen = believed.seen(
                {"type": "http", "client": (proxy, 1), "headers": [(b"x-forwarded-for", b"9.9.9.9")], "scheme": "http"}
            )
            assert seen["client"][0] == "9.9.9.9", proxy


def test_the_proxy_finds_the_servers(compose: dict[str, Any]) -> None:
    caddy = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    upstreams = re.search(r"reverse_proxy ([^{\n]*)", caddy)
    assert upstreams is not None
    names = dict(place.split(":") for place in upstreams[1].split())
    servers = {name for name, service in compose["services"].items() if service.get("command", [""])[0] == "serve"}
    assert set(names) == servers == set(compose["services"]["proxy"]["depends_on"])
    port = next(it.default for it in get_command(app).commands["serve"].params if it.name == "port")  # type: ignore[attr-defined]
    assert set(names.values()) == {str(port)}
    assert set(re.findall(r"\{\$(\w+)\}", caddy)) <= set(compose["services"]["proxy"]["environment"])
    paths = {getattr(route, "path", "") for route in create_app().routes} | {"/health/ready", "/metrics"}
    assert re.search(r"health_uri (\S+)", caddy)[1] in paths  # type: ignore[index]
    table = re.search(r"path_regexp table (\S+)", caddy)
    assert table is not None
    for path, id in (("/api/tables/abc/live", "abc"), ("/api/tables/abc", "abc"), ("/api/games", None), ("/table/abc", None)):
        found = re.search(table[1], path)
        assert (found and found[1]) == id


def test_the_image_starts_what_is_there() -> None:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    (line,) = re.findall(r"^ENV (.*)$", text, re.M)
    environment = dict(part.split("=", 1) for part in shlex.split(line))
    settings_of(environment)
    (command,) = re.findall(r"^CMD \[(.*)\]$", text, re.M)
    assert understood([part.strip().strip('"') for part in command.split(",")]) == "serve"
    assert 'ENTRYPOINT ["harbour"]' in text and f":{environment['HARBOUR_PORT']}/health/ready" in text
    assert f"EXPOSE {environment['HARBOUR_PORT']}" in text
    for copied in re.findall(r"^COPY (?!--)(.*) \S+$", text, re.M):
        for name in copied.split():
            assert (ROOT / name).exists(), name
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (extras,) = re.findall(r"whl\)\[([\w,]+)\]", text)
    assert set(extras.split(",")) <= set(project["optional-dependencies"])
    assert {"postgres", "club"} <= set(extras.split(","))


@pytest.mark.parametrize(("unit", "command"), [("harbour.service", "serve"), ("harbour-think.service", "think")])
def test_the_units_of_systemd(unit: str, command: str) -> None:
    read = ConfigParser(strict=False, interpolation=None, delimiters=("=",), comment_prefixes=("#",))
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string((ROOT / "deploy" / unit).read_text(encoding="utf-8"))
    assert set(read.sections()) == SECTIONS
    service = read["Service"]
    program, *arguments = shlex.split(service["ExecStart"])
    assert program.endswith("/harbour") and understood(arguments) == command
    named = dict(part.split("=", 1) for part in shlex.split(service.get("Environment", "")))
    known = settings_of(named)
    if command == "serve":
        assert known.database.startswith(service["WorkingDirectory"]) and service["StateDirectory"] == "harbour"
        assert float(service["TimeoutStopSec"]) > known.drain + 5
