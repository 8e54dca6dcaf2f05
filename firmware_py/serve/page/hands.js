// Hands and cribs that were counted: their cards, and each item with the cards that make it.

import {element, labels} from './labels.js';
import {cardRow} from './cards.js';

/** Show the hands of the deal that was counted last. */
export function showLastHands(section, hands) {
  const last = hands.filter(hand => hand.deal === hands.at(-1).deal);
  section.hidden = last.length === 0;
  section.querySelector('div').replaceChildren(...last.map(hand => handElement(hand, 'h3')));
}

/** Show all hands of the game, the latest deal first. */
export function showAllHands(shown, hands) {
  const deals = new Map();
  for (const hand of hands) deals.set(hand.deal, [...deals.get(hand.deal) ?? [], hand]);
  const parts = [...deals].reverse().map(([deal, counted]) =>
    element('section', 'deal', element('h3', '', deal), ...counted.map(hand => handElement(hand, 'h4'))));
  shown.replaceChildren(...(parts.length ? parts : [element('p', '', labels.noHands)]));
}

function handElement(hand, heading) {
  const items = hand.items.map(item => element('li', '',
    element('span', 'item', item.name), cardRow(item.cards), element('span', 'points', String(item.points))));
  return element('article', 'hand', element(heading, '', hand.title), cardRow(hand.cards),
    ...(items.length ? [element('ul', '', ...items)] : []));
}
