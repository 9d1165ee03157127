"""`quarterdeck serve`: hold a game for people who play it from their browsers or programs."""

from __future__ import annotations

import json as json_text
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from quarterdeck.apps.cli.game_choices import by_name, options_of, scenario_of
from quarterdeck.apps.cli.open_ruleset import UsageError, open_ruleset
from quarterdeck.apps.cli.serving_wishes import GameWanted, LinkPrinted, Served, ServingPlace, seconds_of, warn_of_reach

if TYPE_CHECKING:
    from quarterdeck.apps.server.game_host import GameBegun, GameHost
    from quarterdeck.program.form.program import Program


def serve(
    game: str,
    scenario: str = "",
    *,
    seat: Annotated[list[str] | None, Parameter(name="--seat", negative=())] = None,
    option: Annotated[list[str] | None, Parameter(name="--option", negative=())] = None,
    seed: int | None = None,
    clock: str = "",
    database: str = "",
    peers: Annotated[bool, Parameter(name="--peers", negative="")] = False,
    save: Path | None = None,
    letter: Path | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
    certificate: Path | None = None,
    key: Path | None = None,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Host a game for people at other screens, until Ctrl-C.

    It prints one link for each open seat, and one for spectators.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder. With the journal of a saved game
            (`FILE.jsonl`), the host shows that game from its beginning to its end.
        scenario: the name of a scenario, as `show GAME scenarios` lists it.
        seat: the decider of a side, `SIDE=open`, `SIDE=me`, `SIDE=bot` or `SIDE=random`; repeatable. Other seats are
            open.
        option: an option of the ruleset, `NAME=VALUE`; repeatable.
        seed: the seed of the dice; by default a random one that nobody knows.
        clock: the time for one decision of a person, such as `90s`, `30m`, `24h` or `3d`. After that, a bot decides for
            the side until the player takes the seat back.
        database: save the games in this database: an SQLite file, or `postgresql://USER@HOST/NAME`. A host that is
            started again with it continues all games, and their links stay valid.
        peers: play against another machine that also runs the rules and takes the open seats; neither trusts the other.
        save: with `--peers`, save the game in this file, or continue the game in it.
        letter: with `--peers` and --save or --database: write a letter to the other side into this file, to be sent.
        host: the address of the server; by default only this machine can connect, with `0.0.0.0` all of its networks.
        port: the port; 0 takes a free one.
        certificate: a file with a certificate, to encrypt all connections.
        key: a file with the key of the certificate, if the certificate file does not have it.
        json: print the links as one line of JSON, and with `--peers` the end of the game as another (`schema join`).
    """
    refuse_flags(port, save, database, letter, clock, peers=peers)
    if game.endswith(".jsonl"):
        return show_saved(Path(game), host, port, json)
    ruleset = open_ruleset(game)
    wanted = GameWanted(
        game,
        ruleset,
        scenario_of(ruleset, game, scenario, "play"),
        seats_of(seat or []),
        options_of(ruleset, by_name("--option", option or [])),
        secrets.randbits(48) if seed is None else seed,
        seconds_of(clock),
    )
    if letter is not None:
        return hold_by_letter(wanted, save, database, letter)
    with place_at(host, port, certificate, key) as place:
        return hold_for_peer(wanted, place, save, database, json) if peers else hold(wanted, database, place, json)


@contextmanager
def place_at(host: str, port: int, certificate: Path | None = None, key: Path | None = None) -> Iterator[ServingPlace]:
    """Listen at an address for as long as the place is used."""
    from quarterdeck.apps.server.serving import listen

    place = ServingPlace(listen(host, port), certificate, key)
    try:
        yield place
    finally:
        place.listener.socket.close()


def show_saved(file: Path, host: str, port: int, as_data: bool) -> int:
    """Show a saved game at a board, until somebody stops that.

    Raises:
        UsageError: it cannot be read, or its rules have changed since.
    """
    from quarterdeck.apps.api.keeping import RulesChangedError, open_journal
    from quarterdeck.apps.server.game_host import GameHost

    kept = open_journal(file)
    if kept.changes:
        raise UsageError(str(RulesChangedError(file, kept.changes)))
    with place_at(host, port) as place:
        return serve_host(GameHost(), lambda held: held.show(kept.game, kept.saved), [], place, as_data)


def refuse_flags(port: int, save: Path | None, database: str, letter: Path | None, clock: str, *, peers: bool) -> None:
    """Refuse flags that exclude each other.

    Raises:
        UsageError: they cannot.
    """
    if not 0 <= port <= 65535:
        raise UsageError(f"--port {port}: 0 to 65535")
    if save is not None and (database or not peers):
        raise UsageError("--save needs --peers, and excludes --database")
    if clock and peers:
        raise UsageError("--clock needs a host that both sides trust: leave --peers out")
    if letter is not None and (not peers or not (save or database)):
        raise UsageError("--letter needs --peers, and --save or --database")


def seats_of(given: Sequence[str]) -> dict[str, str]:
    """Give who decides for each side that is named.

    Raises:
        UsageError: nobody of such a kind can sit there.
    """
    from quarterdeck.apps.server.game_host import SEATS_WANTED

    seats = by_name("--seat", given)
    for side, kind in seats.items():
        if kind not in SEATS_WANTED:
            raise UsageError(f"--seat {side}={kind}: write {', '.join(SEATS_WANTED)}")
    return seats


def hold_for_peer(wanted: GameWanted, place: ServingPlace, save: Path | None, database: str, as_data: bool) -> int:
    """Play with a guest who keeps the game as well; give the exit code."""
    from quarterdeck.apps.cli.peer_serving import serve_peer

    return serve_peer(wanted, place, save, database, as_data)


def hold_by_letter(wanted: GameWanted, save: Path | None, database: str, letter: Path) -> int:
    """Begin a game with a guest to whom letters are sent; give the exit code."""
    from quarterdeck.apps.cli.peer_serving import begin_by_letter

    return begin_by_letter(wanted, save, database, letter)


def hold(wanted: GameWanted, database: str, place: ServingPlace, as_data: bool) -> int:
    """Begin a game, print its links, and serve it until somebody stops that."""
    from quarterdeck.apps.server.game_host import GameHost
    from quarterdeck.apps.server.game_keeper import DatabaseKeeper, MemoryKeeper
    from quarterdeck.workspace.database.game_database import GameDatabase

    def begin(host: GameHost) -> GameBegun:
        return host.create(wanted.ruleset, wanted.scenario, wanted.seats, wanted.options, wanted.seed, wanted.clock)

    keeper = DatabaseKeeper(GameDatabase.open(database)) if database else MemoryKeeper()
    return serve_host(GameHost(keeper), begin, [wanted.game], place, as_data)


def serve_host(
    host: GameHost,
    begin: Callable[[GameHost], GameBegun],
    games_served: Sequence[str],
    place: ServingPlace,
    as_data: bool,
) -> int:
    """Begin a game at a host, print its links, and serve until somebody stops that; give the exit code."""
    from quarterdeck.apps.server import tokens
    from quarterdeck.apps.server.application import PAGE, application
    from quarterdeck.apps.server.game_thread import GameThread
    from quarterdeck.apps.server.ruleset_catalogue import RulesetCatalogue
    from quarterdeck.apps.server.serving import names_of, server_of

    listener, certificate, games = place.listener, place.certificate, GameThread()
    try:
        catalogue, owner = RulesetCatalogue.with_games(games_served), tokens.new_token(0)
        app = application(host, games, names_of(listener), catalogue, tokens.hash_of(owner))
        server = server_of(app, listener, certificate, place.key)
        begun = games.wait_for(begin, host)
        address = listener.address(certificate is not None)
        links = [LinkPrinted(one.side, one.kind, f"{address}{PAGE}#{one.token}") for one in begun.links]
        served = Served(address, begun.game, begun.title, links, f"{address}/#{owner}")
        if as_data:
            print(json_text.dumps(served.as_data(), ensure_ascii=False), flush=True)
        else:
            print_links(served)
            if begun.game in host.games:
                program = host.games[begun.game].rules.game.built.program
                print(games.wait_for(lambda: hosting_words(program)), flush=True)
        warn_of_reach(place)
        with suppress(KeyboardInterrupt):  # the way to end it
            server.run([listener.socket])
    finally:
        games.wait_for(host.close)
        games.close()
    return 0


def hosting_words(program: Program) -> str:
    """Say who keeps the secrets of a game, and whether two machines could play it without this host."""
    from quarterdeck.engine.peers.hosting import hosting_of

    hosting = hosting_of(program)
    if hosting.way == "peers":
        return "This host knows all orders. With --peers, two machines play without trusting each other."
    return f"This host is the referee: {hosting.reason}"


def print_links(served: Served) -> None:
    """Print the links for people."""
    print(served.title)
    width = max(len("your games"), *(len(one.side or "spectators") for one in served.links))
    for one in served.links:
        print(f"  {one.side or 'spectators':{width}}  {one.link}")
    own = [one.link for one in served.links if one.kind == "me"]
    if len(own) > 1:
        shared = "+".join([own[0], *(link.partition("#")[2] for link in own[1:])])
        print(f"  {'one screen':{width}}  {shared}")
    print(f"  {'your games':{width}}  {served.owner}")
    print(
        "A link gives its seat to anyone who has it; the last one is for you alone. Ctrl-C ends the host.", flush=True
    )
