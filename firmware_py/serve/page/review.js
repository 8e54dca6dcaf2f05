// The review of a finished game: how the chance to win changed, and each deal to look into.

import {element, labels} from './labels.js';
import {cardElement, cardRow} from './cards.js';
import {curve} from './curve.js';

const byId = id => document.getElementById(id);
const place = byId('reviewed'), choice = byId('review-game'), state = byId('review-state');
const told = new Map(); // for each deal, who threw what, if it was chosen here
const splits = new Map(); // for each deal, the ways to choose from
const open = new Set(); // the deals that are open
let shown = 0;
let cards = false; // true once each card of the play is to be judged
let request = new AbortController();

choice.addEventListener('change', () => { location.hash = `#review-${choice.value}`; });
matchMedia('(max-width: 33rem)').addEventListener('change', () => place.children.length && load());

/** Show the review of a game, or of the last one if no number is given. */
export async function showReview(number) {
  const games = await finishedGames();
  byId('review-choice').hidden = games.length === 0;
  if (games.length === 0) {
    state.textContent = labels.noGames;
    return;
  }
  choice.replaceChildren(...games.map(({number, scores}) => option(number, `${number}: ${scores.join(' – ')}`)));
  const wanted = games.some(game => String(game.number) === number) ? Number(number) : games[0].number;
  choice.value = wanted;
  if (wanted !== shown) {
    for (const each of [told, splits, open]) each.clear();
    cards = false;
    place.replaceChildren();
  }
  shown = wanted;
  await load();
}

async function finishedGames() {
  try {
    const answer = await fetch('/games.json', {cache: 'no-store'});
    return answer.ok ? (await answer.json()).games.filter(game => game.review) : [];
  } catch {
    return [];
  }
}

function option(value, text) {
  const made = element('option', '', text);
  made.value = value;
  return made;
}

/** Fetch the review that was chosen, and show it. Then focus the element with this ID, if one is given. */
async function load(focused) {
  request.abort();
  const mine = request = new AbortController();
  if (focused || !place.children.length) state.textContent = labels.reviewWait;
  const query = new URLSearchParams([['game', shown], ...(cards ? [['play', 1]] : []), ...[...told.values()].map(threw => ['threw', threw])]);
  let found = {why: ''};
  try {
    const answer = await fetch(`/review.json?${query}`, {cache: 'no-store', signal: mine.signal});
    if (answer.ok) found = await answer.json();
  } catch {
    // Without a connection, the state says that the review failed. An older request is not waited for.
  }
  if (mine !== request) return;
  state.textContent = 'why' in found ? found.why || labels.reviewFailed : '';
  if ('why' in found) return;
  show(found);
  if (focused) byId(focused).focus();
}

function show(review) {
  const turns = review.turns.map(({text}) => element('li', '', text));
  place.replaceChildren(
    curve(review, openDeal),
    ...(turns.length ? [element('h3', '', labels.turningPoints), element('ol', 'turns', ...turns)] : []),
    ...dearest(review),
    totals(review),
    ...review.deals.map(deal),
    ...review.limits.map(text => element('p', 'soft', text)));
}

/** The throws and cards that cost most. Until they are asked for, a button: a small board needs minutes for them. */
function dearest({dearest}) {
  const made = element(dearest ? 'h3' : 'button', dearest ? '' : 'button', dearest ? labels.reviewDearest : labels.reviewFindDearest);
  made.id = 'review-dearest';
  if (dearest) {
    made.tabIndex = -1;
    return [made, dearest.length ? element('ol', 'turns', ...dearest.map(text => element('li', '', text))) : element('p', '', labels.reviewNoDearest)];
  }
  made.addEventListener('click', () => {
    cards = true;
    load(made.id);
  });
  return [element('p', '', made)];
}

function totals({names, totals}) {
  const head = element('tr', '', element('td'), ...names.map(name => headed('col', name)));
  const rows = totals.map(([title, ...figures]) =>
    element('tr', '', headed('row', title), ...figures.map(figure => element('td', '', figure))));
  return element('table', '', element('thead', '', head), element('tbody', '', ...rows));
}

function headed(scope, text) {
  const made = element('th', '', text);
  made.scope = scope;
  return made;
}

function deal(each) {
  const made = element('details', 'reviewed-deal',
    element('summary', '', element('b', '', each.title), ' ', element('span', 'soft', each.standing)),
    element('p', '', `${labels.starter} `, cardElement(each.starter)),
    ...each.players.map(player),
    element('p', 'part', element('b', '', each.crib.text), ' ', cardRow(each.crib.cards)),
    ...whoThrewWhat(each));
  made.id = `review-deal-${each.number}`;
  made.open = open.has(each.number);
  made.addEventListener('toggle', () => made.open ? open.add(each.number) : open.delete(each.number));
  return made;
}

function player({keeps, hand, thrown, verdict, better, counted}) {
  return element('div', 'part',
    element('p', '', element('b', '', keeps), ' ', cardRow(hand), ...(thrown.length ? [` ${labels.reviewThrows} `, cardRow(thrown)] : [])),
    ...(verdict ? [element('p', '', `${verdict} `, ...(better.length ? [cardRow(better)] : []))] : []),
    element('p', 'soft', counted.join(' · ')));
}

/** Offer the ways in which the crib may have been thrown. The first review names them all. */
function whoThrewWhat(each) {
  if (!splits.has(each.number)) splits.set(each.number, each.splits);
  const ways = splits.get(each.number);
  if (ways.length < 2) return [];
  const list = element('select', '', ...ways.map(({threw, text}) => option(threw, text)));
  list.id = `split-${each.number}`;
  list.value = told.get(each.number) ?? ways[0].threw;
  list.addEventListener('change', () => {
    told.set(each.number, list.value);
    load(list.id);
  });
  return [element('p', 'part', element('label', '', `${labels.reviewSplit} `, list))];
}

function openDeal(number) {
  const found = byId(`review-deal-${number}`);
  found.open = true;
  found.scrollIntoView({block: 'nearest'});
  found.querySelector('summary').focus({preventScroll: true});
}
