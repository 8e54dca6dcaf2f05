// The choice of a seat. Some keys are for whoever sits where it is somebody's turn.

import {element, labels} from './labels.js';

/** Show the players of a game, to choose the seat of one of them, and the seat that was chosen before. */
export function showSeats(shown, names, seat) {
  const known = [...shown.options].slice(1).map(option => option.textContent);
  if (known.length !== names.length || names.some((name, at) => name !== known[at])) {
    shown.replaceChildren(choice(labels.anySeat, ''), ...names.map((name, at) => choice(name, String(at))));
  }
  shown.value = isTaken(names, seat) ? String(seat) : '';
}

/** Return the keys that wait for somebody else: none without a seat, or if anybody may press them. */
export function keysOfOthers(view, seat) {
  return isTaken(view.seats, seat) && view.turn && view.turn.seat !== seat ? view.turn.keys : [];
}

/** Return whether it is the turn of whoever sits here. */
export function isOurTurn(view, seat) {
  return isTaken(view.seats, seat) && view.turn?.seat === seat;
}

/** Return whether there is such a seat: the next game may have fewer players. */
function isTaken(names, seat) {
  return seat !== null && seat < names.length;
}

function choice(text, value) {
  const made = element('option', '', text);
  made.value = value;
  return made;
}
