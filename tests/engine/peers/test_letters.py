"""Two peers that are never connected: they send each other files, and are started again for each of them."""

import pytest

from quarterdeck.engine.peers.letters import letter_of, read_letter, replied
from quarterdeck.engine.peers.messages import MessageFaultError
from tests.engine.peers.two_peers import Peer, play, two

GAME = ("quickfire", "coronel", 1)


def replied_to(peer: Peer, letter: bytes) -> bytes:
    """Start a peer again, let it read a letter, and give its reply."""
    peer.start()
    reply = letter_of(replied(peer.end, read_letter(letter)[1]))
    peer.end.close()
    return reply


def test_a_game_by_letters_ends_as_one_over_a_line():
    expected, other = two(*GAME)
    play(expected, other)
    host, guest = two(*GAME)
    letter, letters, is_over = letter_of(host.end.connect()), 0, False
    host.end.close()
    while not is_over:
        for peer in (guest, host):
            before, letter = letter, replied_to(peer, letter)
            assert peer.end.stopped == ""
            if letters < 6:
                again = replied_to(peer, before)  # a letter that is read twice changes nothing
                assert peer.store.data
                letter = again
            letters += 1
        is_over = host.end.has_ended and guest.end.has_ended
        assert letters < 400
    assert host.store.data == guest.store.data == expected.store.data


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"\n", b"\xff", b"quarterdeck letter 2", b"quarterdeck letter 2\n", b"quarterdeck letter 1\n{}\n"),
        *(b"quarterdeck letter 2\n[]\n", b"quarterdeck letter 2\n" + b"[" * 100_000 + b"\n"),
    ],
)
def test_what_is_no_letter_is_refused(data):
    with pytest.raises(MessageFaultError):
        read_letter(data)


def test_a_torn_letter_is_refused():
    host, _ = two(*GAME)
    letter = letter_of(host.end.connect())
    read_letter(letter)
    with pytest.raises(MessageFaultError):
        read_letter(letter[:-1])


def test_an_altered_letter_is_refused():
    host, guest = two(*GAME)
    letter = letter_of(replied(host.end, read_letter(letter_of(guest.end.connect()))[1]))
    read_letter(letter)
    at = letter.rindex(b'"')
    with pytest.raises(MessageFaultError, match="checksum"):
        read_letter(letter[: at - 1] + bytes([letter[at - 1] ^ 1]) + letter[at:])
