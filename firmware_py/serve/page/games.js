// The games that are finished: the last night's scorecard, and the list of all games.

import {element, labels} from './labels.js';

/** Fetch the finished games, and show them. Without a connection, those shown before stay. */
export async function showGames(scorecard, list) {
  let found;
  try {
    const answer = await fetch('/games.json', {cache: 'no-store'});
    if (!answer.ok) return;
    found = await answer.json();
  } catch {
    return;
  }
  scorecard.replaceChildren(...night(found.night));
  list.replaceChildren(...found.games.map(game));
  if (found.games.length === 0) list.replaceChildren(element('li', '', labels.noGames));
}

function night({rows, pairs, best}) {
  if (rows.length === 0) return [element('p', '', labels.noGames)];
  return [
    table(rows),
    element('p', 'soft', labels.gamePoints),
    ...listed(labels.whoBeatWhom, pairs),
    ...listed(labels.bestHands, best),
  ];
}

function table(rows) {
  const head = element('tr', '', ...labels.nightColumns.map(name => cell('th', 'col', name)));
  const body = rows.map(row => element('tr', '', cell('th', 'row', row.name),
    ...row.cells.map(text => element('td', '', String(text)))));
  return element('table', '', element('thead', '', head), element('tbody', '', ...body));
}

function cell(tag, scope, text) {
  const made = element(tag, '', text);
  made.scope = scope;
  return made;
}

function listed(title, lines) {
  return lines.length ? [element('h3', '', title), element('ul', '', ...lines.map(line => element('li', '', line)))] : [];
}

function game({number, ended, scores, about, review}) {
  const when = ended === null ? '' : new Date(ended).toLocaleString(document.documentElement.lang, {dateStyle: 'medium', timeStyle: 'short'});
  return element('li', '',
    element('span', 'number', String(number)),
    element('span', 'scores', scores.join(' – ')),
    element('span', 'about', [...about, when].filter(Boolean).join(' · ')),
    ...(review ? [reviewLink(number)] : []));
}

function reviewLink(number) {
  const link = element('a', 'button', labels.review);
  link.href = `#review-${number}`;
  link.setAttribute('aria-label', `${labels.review} ${number}`);
  return link;
}
