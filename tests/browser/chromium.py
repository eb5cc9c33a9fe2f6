"""Chromium without a window, spoken to over its own pipe (the DevTools protocol): no driver, no server, no package."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-sync",
    "--hide-scrollbars",
)
SECONDS = 60  # for an answer, on a busy machine


def executable() -> str:
    """Where Chromium is. A test that needs it fails without: skipped, it would say nothing."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        raise FileNotFoundError("no Chromium: `tests/browser/install` gets Debian's (make test does it)")
    return found


class Chromium:
    """A browser with one page. `events` are all that it told without being asked."""

    def __init__(self, profile: Path) -> None:
        to_read, self._to_write = os.pipe()
        self._to_answer, to_send = os.pipe()
        sandbox = ("--no-sandbox",) if os.geteuid() == 0 else ()
        # It reads from 3 and writes to 4. The shell gives it these and then becomes it, so it dies with its id.
        command = 'exec 3<&"$1" 4>&"$2"; shift 2; exec "$@"'
        arguments = ["bash", "-c", command, "bash", str(to_read), str(to_send), executable()]
        self._process = subprocess.Popen(
            [*arguments, *FLAGS, *sandbox, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(to_read, to_send),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_send)
        os.set_blocking(self._to_answer, False)
        self._session, self._last, self._rest = "", 0, b""
        self.events: list[dict[str, Any]] = []
        targets = self.ask("Target.getTargets")["targetInfos"]
        page = next(each["targetId"] for each in targets if each["type"] == "page")
        self._session = self.ask("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        self.ask("Emulation.setFocusEmulationEnabled", enabled=True)

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Sends a command and waits for its answer."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        message |= {"sessionId": self._session} if self._session else {}
        os.write(self._to_write, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            for answer in self._received():
                if answer.get("id") == self._last:
                    if "error" in answer:
                        raise RuntimeError(f"{method}: {answer['error']}")
                    result: dict[str, Any] = answer["result"]
                    return result
            time.sleep(0.005)
        raise TimeoutError(f"{method}: no answer, and Chromium {'is gone' if self._process.poll() else 'still runs'}")

    def _received(self) -> list[dict[str, Any]]:
        try:
            self._rest += os.read(self._to_answer, 1 << 20)
        except BlockingIOError:
            return []
        *whole, self._rest = self._rest.split(b"\0")
        messages = [json.loads(each) for each in whole]
        self.events += [each for each in messages if "method" in each]
        return [each for each in messages if "id" in each]

    def open(self, path: Path, fragment: str = "") -> None:
        """Opens a file and waits until it has loaded; what was told before is forgotten."""
        self.ask("Page.navigate", url="about:blank")
        self.wait("document.readyState === 'complete'")
        self.events.clear()
        self.ask("Page.navigate", url=path.resolve().as_uri() + fragment)
        self.wait("location.protocol === 'file:' && document.readyState === 'complete'")

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, script: str) -> None:
        """Until an expression is true."""
        until = time.monotonic() + SECONDS
        while not self.run(script):
            if time.monotonic() > until:
                raise TimeoutError(script)
            time.sleep(0.02)

    def type(self, text: str) -> None:
        """Into whatever has the focus, as a paste does."""
        self.ask("Input.insertText", text=text)

    def press(self, key: str, code: int, text: str = "") -> None:
        """A key down and up again; `code` is its Windows number."""
        for kind in ("keyDown", "keyUp"):
            shown = {"text": text} if text and kind == "keyDown" else {}
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **shown)

    def resize(self, width: int, height: int) -> None:
        """As a phone or a desk sees it."""
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )

    def prefer(self, scheme: str) -> None:
        """The system's colours: light or dark."""
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    @property
    def requests(self) -> list[str]:
        """Every address that was asked for."""
        sent = [each["params"] for each in self.events if each["method"] == "Network.requestWillBeSent"]
        return [each["request"]["url"] for each in sent]

    @property
    def complaints(self) -> list[str]:
        """What stands in the console: messages, errors, and what the page's policy stopped."""
        told = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        return [json.dumps(each["params"]) for each in self.events if each["method"] in told]

    def close(self) -> None:
        try:
            self._session = ""
            self.ask("Browser.close")
            self._process.wait(SECONDS)
        except (OSError, TimeoutError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._to_write)
        os.close(self._to_answer)
