"""What readers try, as HTML: a field for each input, the chances of its first values, and all others as JSON.

In: a `Probe`. Out: HTML that needs nothing but the script of the book, and can be read without it.
"""

from __future__ import annotations

import json
from html import escape
from typing import Any

from quarterdeck.base.decimals import in_percent, percent
from quarterdeck.prose.text.blocks import Probe, ProbeOutcome
from quarterdeck.prose.text.runs import upper_first

_FEW = 12
"""So many facts are read at once; more are folded away."""


def data_of(probe: Probe) -> dict[str, Any]:
    """Give all that was counted as plain data: chances as fractions in words, `1` and `0` among them."""
    return {
        "inputs": [{"name": one.name, "values": list(one.values)} for one in probe.inputs],
        "titles": list(probe.titles),
        "cases": [
            [{"chances": [[words, str(chance)] for words, chance in one.chances], "mean": one.mean} for one in case]
            for case in probe.cases
        ],
    }


def html_of(probe: Probe) -> str:
    """Give a probe as HTML."""
    # Nothing in a text can end the script.
    data = json.dumps(data_of(probe), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    fields = "".join(
        f'<label>{escape(one.name)}<select name="input-{at}" autocomplete="off">'
        + "".join(f'<option value="{place}">{escape(value)}</option>' for place, value in enumerate(one.values))
        + "</select></label>"
        for at, one in enumerate(probe.inputs)
    )
    first = ", ".join(f"{one.name}: {one.values[0]}" for one in probe.inputs)
    shown = "".join(_outcome(title, one) for title, one in zip(probe.titles, probe.cases[0], strict=True))
    return (
        f'<div class="probe" role="group" aria-label="{escape(probe.title)}">'
        f'<p class="probe-title">{escape(probe.title)}</p>'
        f'<form class="probe-inputs" hidden>{fields}</form>'
        f'<p class="probe-case">{escape(first)}</p>{_assumed(probe)}'
        f'<div class="probe-outcome" aria-live="polite">{shown}</div>'
        f'<script type="application/json">{data}</script></div>\n'
    )


def _assumed(probe: Probe) -> str:
    """Give what the chances were counted for; nothing where they depend on nothing else, and a long list folded."""
    if not probe.assumed:
        return ""
    is_open = " open" * (sum(len(said) for _, said in probe.assumed) <= _FEW)
    heads = (f"<b>{escape(upper_first(thing))}:</b> " if thing else "" for thing, _ in probe.assumed)
    facts = (escape("; ".join(said)) for _, said in probe.assumed)
    items = "".join(f"<li>{head}{said}</li>" for head, said in zip(heads, facts, strict=True))
    summary = "<summary>What is taken as given</summary>"
    return f'<details class="probe-assumed"{is_open}>{summary}<ul>{items}</ul></details>'


def _outcome(title: str, outcome: ProbeOutcome) -> str:
    rows = "".join(
        f"<tr><th scope=row>{escape(words)}</th><td>{escape(percent(chance))}</td>"
        f'<td class="probe-bar"><i style="width:{in_percent(chance, 1)}"></i></td>'
        f'<td class="probe-exactly">{chance}</td></tr>'
        for words, chance in outcome.chances
    )
    mean = f" <small>{outcome.mean} on average</small>" if outcome.mean else ""
    return f"<table><caption>{escape(title)}{mean}</caption><tbody>{rows}</tbody></table>"
