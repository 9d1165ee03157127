"""Random questions about decks, and random statements that do something to them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tests.differential import syntax as s
from tests.differential.catalogue import ENUMS, HAND, HIDDEN, POOL, between
from tests.differential.generate import Known, Sized, number, sized
from tests.differential.generate_conditions import Conditions

Found = tuple[s.Deck, s.DeckType]
GAME_DECKS: tuple[Found, ...] = ((s.Deck(None, "pool"), POOL), (s.Deck(None, "hidden"), HIDDEN))


class Decks(Conditions):
    """Makes random questions about decks."""

    def decks(self, known: Known) -> list[Found]:
        """Give the decks that may be named: those of known pawns, of their sides, and sometimes those of the game."""
        found: list[Found] = []
        for pawn in known.things.get("Pawn", []):
            fields = (one for one in self.ruleset.kind("Pawn").fields if isinstance(one.type, s.DeckType))
            found += [(s.Deck(pawn, one.name), one.type) for one in fields if isinstance(one.type, s.DeckType)] * 2
            found.append((s.Deck(s.FieldOf(pawn, "side"), "hand"), HAND))
        found += [(s.Deck(side, "hand"), HAND) for side in known.things.get("Side", [])]
        return [*found, *GAME_DECKS, GAME_DECKS[0]]

    def deck(self, known: Known, enum: str = "") -> Found:
        """Pick a deck, perhaps one with cards of an enum; the game has none with moods."""
        return self.random.choice([one for one in self.decks(known) if enum in {"", one[1].enum}])

    def card(self, known: Known, enum: str) -> s.Expression:
        """Make a card: one that was drawn, or that is named in some way."""
        drawn = [tree for tree, of, optional in known.cards if of == enum and not optional]
        return self.random.choice(drawn) if drawn and self.chance(6) else self.member(known, enum)

    def deck_number(self, known: Known, _depth: int) -> Sized:
        """Ask how many a deck holds, of all or of one sort."""
        deck, kind = self.deck(known)
        if self.chance(3):
            return sized(s.DeckSize(deck), between(0, kind.capacity * len(ENUMS[kind.enum].members)))
        pointed = self.chance(5)
        named = s.MemberName(kind.enum, self.random.choice(ENUMS[kind.enum].members))
        card = named if pointed else self.card(known, kind.enum)
        return sized(s.Copies(deck, card, pointed=pointed), between(0, kind.capacity))

    def about_card(self, known: Known) -> s.Expression:
        """Ask what was drawn, or whether a deck has a card."""
        if known.cards and self.chance(6):
            tree, enum, optional = self.random.choice(known.cards)
            if optional and self.chance(3):
                return s.Comparison(self.random.choice(("is", "is not")), tree, s.Nothing())
            return s.Comparison(self.random.choice(("is", "is not")), tree, self.card(known, enum))
        seen: list[tuple[s.Expression, str]] = []
        for listed, of in known.lists:
            if isinstance(of, s.ListType) and isinstance(of.item, s.EnumType):
                seen.append((listed, of.item.name))
        deck, kind = self.deck(known)
        tree, enum = self.random.choice([*seen, (s.Cards(deck), kind.enum)])
        if self.chance(2):
            name = self.name("card")
            inner = known.copy()
            inner.cards.append((s.Local(name), enum, False))
            return s.Gathered("any", self.about_card(inner), name, tree)
        return s.Comparison(self.random.choice(("in", "in", "not in")), self.card(known, enum), tree)


class Dealing(Decks):
    """Makes random statements about decks."""

    left: int

    def deal(self, known: Known, rounds: int) -> list[s.Statement]:
        """Do something to a deck, in a place that may be gone through so many times."""
        ways = (self.draw, self.draw, self.draw, self.draw_in_secret, self.peek, self.shuffle, self.move, self.move)
        return self.random.choice(ways)(known, rounds)

    def spend(self, cards: int, rounds: int) -> bool:
        """Count the paths that so many draws may make, and say whether they are too many."""
        paths = int(Fraction(5, 2) ** (cards * rounds))
        if paths > self.left:
            return False
        self.left //= max(paths, 1)
        return True

    def draw(self, known: Known, rounds: int) -> list[s.Statement]:
        """Draw a card, where there is one or where there may be none, and do something with it."""
        if not self.spend(1, rounds):
            return []
        deck, kind = self.deck(known)
        name, sure = self.name("card"), self.chance(5)
        local = s.Local(name)
        if sure:
            inner = known.copy()
            inner.cards += [(local, kind.enum, False)] * 3
            body = (s.Draw(name, deck), *self.use(inner, local, kind.enum))
            if self.chance(1):
                known.cards += [(local, kind.enum, False)] * 3
                return list(body)
            there = s.Comparison(">", s.DeckSize(deck), number(0))
            return [s.When(((there, body),))]
        known.cards += [(local, kind.enum, True)] * 2
        return [s.Draw(name, deck, or_none=True), *self.use_of_some(known, local, kind.enum)]

    def use(self, known: Known, card: s.Local, enum: str) -> list[s.Statement]:
        """Do something with a card that was drawn."""
        if self.chance(2):
            return [s.Announce(("drawn ", card))]
        deck, kind = self.deck(known, enum)
        room = s.Comparison("<", s.Copies(deck, card), number(kind.capacity))
        put = s.MoveCard(card, deck)
        return [put if self.chance(1) else s.Guarded(put, room)]

    def use_of_some(self, known: Known, card: s.Local, enum: str) -> list[s.Statement]:
        """Do something with a card that may be none."""
        some = s.Comparison("is not", card, s.Nothing())
        inner = replace(known.copy(), cards=[*known.cards, (card, enum, False)])
        used = self.use(inner, card, enum)
        if isinstance(used[0], s.MoveCard) or self.chance(6):
            return [s.When(((some, tuple(used)),))]
        return [s.Announce(("drawn ", card))]

    def draw_in_secret(self, known: Known, rounds: int) -> list[s.Statement]:
        """Draw from what nobody looks into, and put it into the hand of a side."""
        pawns = known.things.get("Pawn", [])
        if not pawns or not self.spend(1, rounds):
            return []
        name, side = self.name("card"), s.FieldOf(self.random.choice(pawns), "side")
        some = s.Comparison("is not", s.Local(name), s.Nothing())
        return [
            s.Draw(name, GAME_DECKS[1][0], or_none=True, secret_by=side),
            s.Guarded(s.MoveCard(s.Local(name), s.Deck(side, "hand")), some),
        ]

    def peek(self, known: Known, rounds: int) -> list[s.Statement]:
        """Look at the top of a deck that may be looked at."""
        pawns = known.things.get("Pawn", [])
        looked_at = [one for one in self.decks(known) if one[1].peek]
        if not pawns or not self.spend(2, rounds):
            return []
        deck, kind = self.random.choice(looked_at)
        name = self.name("seen")
        most = number(kind.peek) if self.chance(6) else self.value(between(0, kind.peek), known, 1)
        made = s.Peek(name, s.FieldOf(self.random.choice(pawns), "side"), deck, most)
        known.lists += [(s.Local(name), s.ListType(s.EnumType(kind.enum)))] * 2
        return [made]

    def shuffle(self, known: Known, _rounds: int) -> list[s.Statement]:
        """Shuffle a deck, or another into it where there is room for all of it."""
        deck, kind = self.deck(known)
        if self.chance(4):
            return [s.Shuffle(deck)]
        other, _ = self.deck(known, kind.enum)
        enough = s.Comparison("<=", s.Arithmetic("+", s.DeckSize(deck), s.DeckSize(other)), number(kind.capacity))
        made = s.Shuffle(other, deck)
        return [made if self.chance(1) else s.Guarded(made, enough)]

    def move(self, known: Known, _rounds: int) -> list[s.Statement]:
        """Put a card in, or take one out that is there."""
        deck, kind = self.deck(known)
        card = self.card(known, kind.enum)
        made = s.MoveCard(card, deck, take=self.chance(5))
        if self.chance(1):
            return [made]
        if made.take:
            return [s.Guarded(made, s.Comparison("in", card, s.Cards(deck)))]
        return [s.Guarded(made, s.Comparison("<", s.Copies(deck, card), number(kind.capacity)))]
