"""A shell completes every command."""

import subprocess

from quarterdeck.apps.api.commands import COMMANDS
from quarterdeck.apps.cli.main import main


def test_the_script_for_bash_knows_every_command(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    script = tmp_path / "completion.bash"
    assert main(["--install-completion", "--shell", "bash", "--output", str(script)]) == 0
    done = subprocess.run(["bash", "-n", script], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert [name for name in COMMANDS if name not in script.read_text("utf-8")] == []
