// The tables: a card for each, sorted by name, those whose boards are away last.

import {element, labels} from './labels.js';
import {Track} from './track.js';

const sorter = new Intl.Collator(document.documentElement.lang, {numeric: true, sensitivity: 'base'});

const LONG = 11;

/** All tables. A card stays the same element, and only what has changed in it is touched. */
export class Tables {
  #list;
  #cards = new Map();

  constructor(list) {
    this.#list = list;
  }

  get size() {
    return this.#cards.size;
  }

  /** Show the tables that have changed; null for one that is gone. If they are all, no others are left. */
  show(changed, areAll) {
    const gone = areAll ? [...this.#cards.keys()].filter(id => !changed[id]) : [];
    for (const id of [...gone, ...Object.keys(changed).filter(id => !changed[id])]) {
      this.#cards.get(id)?.element.remove();
      this.#cards.delete(id);
    }
    let isSorted = true;
    for (const table of Object.values(changed)) {
      if (!table) continue;
      const card = this.#cards.get(table.id) ?? this.#add(table.id);
      isSorted = card.show(table) && isSorted;
    }
    if (!isSorted) this.#sort();
  }

  /** Show only the cards from one place in the list to another. */
  showSome(first, end) {
    [...this.#list.children].forEach((card, index) => (card.hidden = index < first || index >= end));
  }

  #add(id) {
    const card = new Card();
    card.element.dataset.id = id;
    this.#cards.set(id, card);
    this.#list.append(card.element);
    return card;
  }

  #sort() {
    const cards = [...this.#cards.values()];
    cards.sort((one, other) => one.isAway - other.isAway || sorter.compare(one.label, other.label));
    // Only cards that are in a wrong place are moved, so that nobody loses the focus or the place on the page.
    let next = this.#list.firstChild;
    for (const {element} of cards) {
      if (element === next) next = next.nextSibling;
      else this.#list.insertBefore(element, next);
    }
  }
}

class Card {
  label = '';
  isAway = false;
  #title = element('h2', '');
  #away = element('p', 'away');
  #sides = element('ul', 'sides');
  #says = element('p', 'says');
  #track = new Track();

  constructor() {
    this.element = element('li', 'table', this.#title, this.#away, this.#sides, this.#track.element, this.#says);
  }

  /** Show a table. Return false if the card may have to move to another place. */
  show(table) {
    const stays = this.label === table.label && this.isAway === !table.online;
    this.label = table.label;
    this.isAway = !table.online;
    this.element.dataset.names = [table.label, ...table.sides.map(side => side.name)].join(' ');
    this.element.dataset.sides = table.sides.length;
    this.element.classList.toggle('has-long-names', table.sides.some(side => side.name.length > LONG));
    this.element.classList.toggle('is-away', this.isAway);
    text(this.#title, table.label);
    text(this.#away, table.away);
    text(this.#says, table.says);
    this.#showSides(table.sides);
    this.#track.show(table.sides, table.target);
    this.element.dataset.sequence = table.sequence;
    return stays;
  }

  #showSides(sides) {
    const rows = this.#sides.children;
    while (rows.length > sides.length) this.#sides.lastChild.remove();
    while (rows.length < sides.length) this.#sides.append(row(rows.length));
    sides.forEach((side, index) => {
      const [, name, mark, score] = rows[index].children;
      rows[index].classList.toggle('acts', side.acts);
      rows[index].classList.toggle('won', side.won);
      text(name, side.name);
      text(mark, side.won ? labels.wins : side.acts ? labels.acts : side.deals ? labels.deals : '');
      text(score, String(side.score));
    });
  }
}

function row(index) {
  const dot = element('span', 'dot');
  dot.setAttribute('aria-hidden', 'true');
  return element('li', `side side-${index}`, dot, element('span', 'name'), element('span', 'mark'), element('span', 'score'));
}

function text(shown, content) {
  if (shown.textContent !== content) shown.textContent = content;
}
