// What lies on the table: the count, the cards, the starter; and a page of the menu, if one is open.

import {element} from './labels.js';
import {cardElement, cardRow} from './cards.js';

const byId = id => document.getElementById(id);

/** Show the table of a view. */
export function showTable(view) {
  part('count', view.count === null ? [] : [String(view.count)]);
  part('cards', view.table.length ? [cardRow(view.table)] : []);
  part('starter', view.starter ? [cardElement(view.starter)] : []);
  showPage(byId('screen-page'), view.screen);
}

function part(name, content) {
  byId(`${name}-part`).hidden = content.length === 0;
  byId(name).replaceChildren(...content);
}

function showPage(shown, page) {
  shown.hidden = page === null;
  if (page === null) return;
  const rows = page.rows.map(([left, right]) => element('li', '', element('span', '', left), element('span', '', right)));
  shown.replaceChildren(
    element('h2', '', page.title, element('span', 'corner', page.corner ?? '')),
    element('ul', '', ...rows),
    element('p', 'keys', page.keys.join('   ')));
}
