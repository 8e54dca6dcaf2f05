// Playing cards, as small elements: rank and suit to see, the name to hear.

import {element} from './labels.js';

export const RED = new Set(['♥', '♦']);

/** Return a card as an element. */
export function cardElement(card) {
  const made = element('span', RED.has(card.suit) ? 'card red' : 'card', card.rank);
  if (card.suit) made.append(element('span', 'suit', card.suit + '\uFE0E'));
  made.setAttribute('role', 'img');
  made.setAttribute('aria-label', card.name);
  return made;
}

/** Return cards as elements, in a row. */
export function cardRow(cards) {
  return element('span', 'row', ...cards.map(cardElement));
}
