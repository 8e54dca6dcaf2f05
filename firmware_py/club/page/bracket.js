// The drawing of a knock-out: a column for each round, and the champion.

import {element, labels} from './labels.js';

// A television has room for so many pairs, one below the other.
const MOST = 8;

/** Draw a knock-out. Each pair stands between the two from which its players come. */
export function showBracket(shown, columns, now) {
  shown.hidden = columns.length === 0;
  if (shown.hidden) return;
  const [final] = columns.at(-1).ties;
  const champion = {names: [final.names[final.winner] ?? null], scores: [], winner: null, about: ''};
  const all = [...columns, {title: labels.champion, ties: [champion]}];
  shown.replaceChildren(element('ol', 'columns', ...all.map(({title, ties}, index) =>
    element('li', index + 1 === now ? 'column now' : 'column', element('h3', '', title), element('ol', '', ...ties.map(tie))))));
}

/** Who has a bye meets nobody. A pair of which nobody is known yet says nothing. */
function tie({names, scores, winner, about}) {
  const hasBye = about !== '' && names.includes(null);
  const sides = names.map((name, index) => side(name, scores[index], index === winner && !hasBye));
  const shown = hasBye ? sides.filter((_, index) => names[index] !== null) : sides;
  const made = element('li', 'tie', element('div', 'box', ...shown, ...(about ? [element('p', 'soft', about)] : [])));
  if (names.every(name => name === null)) made.setAttribute('aria-hidden', 'true');
  return made;
}

function side(name, score, wins) {
  return element('p', wins ? 'entrant wins' : 'entrant', element('span', '', name ?? '…'), ' ',
    element('span', '', String(score ?? '')), ...(wins ? [element('span', 'unseen', ` ${labels.wins}`)] : []));
}

/** Return the pages of a bracket on a television: the columns from the round that is on, or a part of them. */
export function bracketPages(shown) {
  const columns = [...shown.querySelectorAll('.column')];
  const ties = columns.map(column => [...column.querySelectorAll('.tie')]);
  const now = columns.findIndex(column => column.classList.contains('now'));
  const first = Math.max(0, Math.min(now, ties.findIndex(each => each.length <= MOST)));
  const parts = Math.max(1, ties[first].length / MOST);
  const show = part => columns.forEach((column, index) => {
    const size = ties[index].length / parts;
    column.hidden = index < first || size < 1;
    ties[index].forEach((each, place) => (each.hidden = Math.floor(place / size) !== part));
  });
  return Array.from({length: parts}, (_, part) => ({part: 'draw', show: () => show(part)}));
}
