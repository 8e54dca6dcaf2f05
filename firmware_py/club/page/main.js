// The page of a club: it joins the stream of news to the parts that show them.

import {element, labels, labelled} from './labels.js';
import {follow} from './stream.js';
import {Tables} from './tables.js';
import {Results, showCross, showRounds, showStanding} from './lists.js';
import {showBracket} from './bracket.js';
import {Director} from './director.js';
import {Television} from './television.js';

const TABS = ['tables', 'standing', 'draw', 'results', 'director'];
const KEPT = 8;
const byId = id => document.getElementById(id);
const state = byId('state'), find = byId('find');
const tables = new Tables(byId('table-list'));
const results = new Results(byId('result-list'));
let club = {}, rounds = {};

labelled(document);
const director = new Director(byId('pen'));
const television = new Television(byId('pause'), byId('next'), showTab);
addEventListener('hashchange', showTab);
find.addEventListener('input', filter);
showTab();
say(labels.connecting);
follow({
  view(news) {
    document.body.classList.remove('waiting');
    show(news);
    live();
  },
  alive: live,
  waiting() {
    say(labels.connecting);
  },
  lost(reason) {
    say(reason === 'full' ? labels.full : labels.lost);
    document.body.classList.add('stale');
  },
});

function live() {
  say(club.broker === false ? labels.noBroker : '');
  document.body.classList.toggle('stale', club.broker === false);
}

/** Take in news: the parts that have changed, or all parts. A part that is gone is null. */
function show(news) {
  if (news.all) rounds = {}, club = {};
  tables.show(news.tables ?? {}, news.all);
  const finished = results.show(news.results ?? {}, news.all);
  Object.assign(club, news.club);
  // Without the earliest games, the table would be wrong.
  if (news.all || news.results) showCross(byId('cross'), club.whole === false ? [] : results.counting);
  for (const [number, round] of Object.entries(news.rounds ?? {})) {
    if (round) rounds[number] = round;
    else delete rounds[number];
  }
  if (news.all || news.club?.standing) showStanding(byId('standing-table'), club.standing ?? []);
  if (news.all || news.club?.notes) byId('standing-notes').replaceChildren(...(club.notes ?? []).map(note => element('p', '', note)));
  if (news.all || news.club?.numbers) {
    byId('number-list').replaceChildren(...(club.numbers ?? []).map(line => element('li', '', line)));
    byId('numbers').hidden = !club.numbers?.length;
  }
  if (news.all || news.rounds || news.club?.round) showRounds(byId('rounds'), rounds, club.round);
  const isRedrawn = news.club && ('bracket' in news.club || 'round' in news.club);
  if (news.all || isRedrawn) showBracket(byId('bracket'), club.bracket ?? [], club.round);
  byId('seats').textContent = club.seats ?? '';
  if (news.all || news.rounds || news.club?.standing) {
    const standing = (club.standing ?? []).map(([, name]) => name.replace(/ \(.*/, ''));
    director.offer([...standing, ...Object.values(rounds).flatMap(({pairs}) => pairs.flatMap(([one, other]) => [one, other]))]);
  }
  byId('no-tables').hidden = tables.size > 0;
  if (!news.all) announce(finished);
  showTab();
}

/** Say each finished game once to a screen reader. */
function announce(sentences) {
  const region = byId('spoken');
  region.append(...sentences.map(sentence => element('p', '', sentence)));
  while (region.children.length > KEPT) region.firstChild.remove();
}

/** Say what there is to know about the connection; each message once. */
function say(text) {
  if (state.textContent !== text) state.textContent = text;
}

function showTab() {
  const onScreen = location.hash === '#screen';
  document.body.classList.toggle('whole-screen', onScreen);
  for (const each of document.querySelectorAll('.column, .tie')) each.hidden = false; // a television shows some
  const shown = onScreen ? television.show(tables, byId('standing-table'), byId('rounds'), byId('bracket')) : currentTab();
  if (!onScreen) television.leave();
  for (const each of TABS) byId(each).hidden = each !== shown;
  const only = location.hash.match(/^#round-(\d+)$/)?.[1];
  for (const each of document.querySelectorAll('.round')) each.hidden = only !== undefined && each.dataset.number !== only;
  document.body.classList.toggle('one-round', only !== undefined);
  for (const link of document.querySelectorAll('nav a')) {
    if (link.hash === `#${shown}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (!onScreen) filter();
}

function currentTab() {
  if (location.hash.startsWith('#round-')) return 'draw';
  return TABS.includes(location.hash.slice(1)) ? location.hash.slice(1) : 'tables';
}

/** Hide what does not contain the text that somebody looks for. */
function filter() {
  const wanted = fold(find.value.trim());
  const section = byId(currentTab());
  let found = 0, all = 0;
  for (const each of section.querySelectorAll('.table, tbody tr, #result-list li, .pair')) {
    const hit = wanted === '' || fold(each.dataset.names ?? each.textContent).includes(wanted);
    each.hidden = !hit;
    all++;
    found += hit;
  }
  byId('not-found').textContent = all > 0 && found === 0 ? labels.notFound : '';
}

/** Return a text for comparisons, without accents and capital letters. */
function fold(text) {
  return text.normalize('NFD').replace(/\p{Diacritic}/gu, '').toLowerCase();
}
