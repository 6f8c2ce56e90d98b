"""The Chromium of this machine, as quiet as it can be made."""

import os

from playwright.sync_api import Browser, Playwright

from waggle_site.bootstrap import find_browser

PATIENCE = 30_000
WITH_TOOLS = "--enable-features=WebMCP"
# The window's own pages cost each person who opens one a process: nobody here types into its field.
# Of two such lists the last one counts, so what Playwright turns off for tests is repeated.
WITHOUT = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    "Translate",
]
QUIET = [
    f"--disable-features={','.join(WITHOUT)}",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def launch(playwright: Playwright, *arguments: str) -> Browser:
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(
        executable_path=find_browser(),
        args=[*QUIET, *sandbox, *arguments],
        ignore_default_args=["--disable-back-forward-cache"],
        timeout=120_000,
    )
