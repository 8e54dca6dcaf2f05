// The standing, the rounds that were drawn, and the results.

import {element, labels} from './labels.js';

const MOST_CROSSED = 40;

/** Show the standing: a row for each player, with the place, the name, and the numbers. */
export function showStanding(shown, rows) {
  if (rows.length === 0) {
    shown.replaceChildren(element('p', '', labels.noGames));
    return;
  }
  const head = element('tr', '', ...labels.standingColumns.map(name => cell('th', 'col', name)));
  const body = rows.map(([place, name, ...numbers]) => {
    // The byes behind a name stay in one piece.
    const row = element('tr', '', element('td', '', String(place)), cell('th', 'row', name.replace(/ (?=[^(]*\)$)/g, '\u00a0')),
      ...numbers.map(text => element('td', '', String(text))));
    row.dataset.names = name;
    return row;
  });
  shown.replaceChildren(element('table', '', element('thead', '', head), element('tbody', '', ...body)));
}

function cell(tag, scope, text) {
  const made = element(tag, '', text);
  made.scope = scope;
  return made;
}

/** Show the rounds of the draw, beginning with the one that is being played. */
export function showRounds(shown, rounds, now) {
  const numbers = Object.keys(rounds).map(Number).sort((one, other) => one - other);
  if (numbers.length === 0) {
    shown.replaceChildren(element('p', '', labels.noDraw));
    return;
  }
  const sorted = [...numbers.filter(number => number >= now), ...numbers.filter(number => number < now)];
  shown.replaceChildren(...sorted.map(number => round(rounds[number], number, number === now)));
}

function round({title, pairs, bye}, number, isNow) {
  const link = element('a', '', title);
  link.href = `#round-${number}`;
  const made = element('section', isNow ? 'round now' : 'round',
    element('h3', '', link),
    element('ol', '', ...pairs.map(pair)),
    ...(bye ? [element('p', 'soft', bye)] : []));
  made.dataset.number = number;
  return made;
}

function pair([one, other, result]) {
  const made = element('li', 'pair', element('span', 'names', `${one} – ${other}`), element('span', 'points', result));
  made.dataset.names = `${one} ${other}`;
  return made;
}

/** Show who has played whom: in each row, how far this player was ahead of the others, or behind. */
export function showCross(shown, results) {
  const sorter = new Intl.Collator(document.documentElement.lang);
  const games = results.filter(({scores}) => scores.length === 2).sort((one, other) => one.number - other.number);
  const names = [...new Set(games.flatMap(({players}) => players))].sort(sorter.compare);
  shown.parentElement.hidden = names.length === 0 || names.length > MOST_CROSSED;
  if (shown.parentElement.hidden) return;
  const cells = new Map();
  for (const {players: [one, other], scores: [[, score], [, less]], winner} of games) {
    const ahead = Math.abs(score - less);
    for (const [key, isWon] of [[`${one} ${other}`, winner === 0], [`${other} ${one}`, winner === 1]]) {
      cells.set(key, [cells.get(key), `${isWon ? '+' : '\u2212'}${ahead}`].filter(Boolean).join(' '));
    }
  }
  const head = element('tr', '', element('td', ''), ...names.map(name => cell('th', 'col', name)));
  const body = names.map(name => {
    const row = element('tr', '', cell('th', 'row', name),
      ...names.map(other => element('td', '', name === other ? '·' : cells.get(`${name} ${other}`) ?? '')));
    row.dataset.names = name;
    return row;
  });
  shown.replaceChildren(element('table', '', element('thead', '', head), element('tbody', '', ...body)));
}

/** The results, the latest first. */
export class Results {
  #list;
  #shown = new Map();

  constructor(list) {
    this.#list = list;
  }

  /** The results that count. */
  get counting() {
    return [...this.#shown.values()].filter(result => !result.undone);
  }

  /** Show the results that are new or have changed; return a sentence for each game that has ended. */
  show(changed, areAll) {
    if (areAll) this.#shown.clear();
    const sentences = [];
    for (const [number, result] of Object.entries(changed).sort(([one], [other]) => one - other)) {
      if (result && !this.#shown.has(number) && !result.undone) sentences.push(sentence(result));
      if (result) this.#shown.set(number, result);
      else this.#shown.delete(number);
    }
    if (areAll || Object.keys(changed).length) this.#draw();
    return sentences;
  }

  #draw() {
    const latest = [...this.#shown.values()].sort((one, other) => other.number - one.number);
    this.#list.replaceChildren(...latest.map(item));
    if (latest.length === 0) this.#list.replaceChildren(element('li', '', labels.noGames));
  }
}

function scores({scores}) {
  return scores.map(([name, score]) => `${name} ${score}`).join(' – ');
}

function sentence(result) {
  return [`${result.table}: ${scores(result)}`, result.about].filter(Boolean).join(', ');
}

function item(result) {
  const when = new Date(result.ended).toLocaleTimeString(document.documentElement.lang, {hour: '2-digit', minute: '2-digit'}).replace(/\s/g, '\u00a0');
  return element('li', result.undone ? 'undone' : '',
    element('span', 'number', String(result.number)),
    element('span', 'scores', scores(result)),
    element('span', 'about', [result.undone ? labels.undone : '', result.about, result.table, when].filter(Boolean).join(' · ')));
}
