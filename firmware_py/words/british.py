"""The British wording of messages, where it differs from `English`."""

from __future__ import annotations

from engine.scoring.items import Reason

from .english import English
from .message import Message, in_forms


class British(English):
    """The message catalogue for players in Britain.

    The point for the jack of the starter's suit is always called "his nob".

    Sources: Encyclopaedia Britannica, 11th edition, "Cribbage"; The Independent, "One for his nob, two for
    his heels".
    """

    CARD_TERMS = tuple(term.replace("his nobs", "his nob") for term in English.CARD_TERMS)

    def reason(self, reason: Reason) -> str:
        return "his nob" if reason is Reason.NOBS else super().reason(reason)

    def kind_in_figures(self, kind: Reason, points: int) -> str:
        return "nob" if kind is Reason.NOBS else super().kind_in_figures(kind, points)

    def has_hand_nobs(self, name: str) -> Message:
        return in_forms(f"{name}: his nob?", "His nob?")

    def has_crib_nobs(self) -> Message:
        return in_forms("Crib: his nob?", "His nob?")

    def has_hand_nobs_with(self, name: str, jack: str) -> Message:
        full = f"{name}: his nob, the {jack}?"
        return in_forms(full, f"{name}: his nob, {jack}?", f"{name}: nob, {jack}?", f"His nob, {jack}?")

    def has_crib_nobs_with(self, jack: str) -> Message:
        full = f"Crib: his nob, the {jack}?"
        return in_forms(full, f"Crib: his nob, {jack}?", f"Crib: nob, {jack}?", f"His nob, {jack}?")
