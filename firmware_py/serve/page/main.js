// The page: it joins the stream of views to the parts that show them.

import {element, labels, labelled} from './labels.js';
import {follow} from './stream.js';
import {showSides} from './sides.js';
import {Wood} from './wood.js';
import {showTable} from './table.js';
import {showAllHands, showLastHands} from './hands.js';
import {showGames} from './games.js';
import {showReview} from './review.js';
import {checkToken, offerKeys, openKeypad} from './keypad.js';
import {announce} from './announcer.js';
import {Speaker} from './speaker.js';

const TABS = ['board', 'hands', 'night', 'games', 'review'];
const byId = id => document.getElementById(id);
const wood = new Wood(byId('wood'));
const speaker = new Speaker(byId('speak'));
const state = byId('state');

let wasWon = false;
let can = '';
byId('help').addEventListener('click', () => {
  byId('can').textContent = can;
  tell([can]);
});

labelled(document);
addEventListener('hashchange', showTab);
showTab();
say(labels.connecting);
let isRunning = true;
const ask = follow({
  view(view) {
    isRunning = view.running;
    live();
    show(view);
  },
  alive: live,
  waiting() {
    document.body.classList.remove('closed');
    say(labels.noBoard);
  },
  lost(reason) {
    say({full: labels.full, join: labels.joinToWatch}[reason] ?? labels.lost);
    document.body.classList.toggle('stale', reason !== 'join');
    if (reason !== 'join') return;
    document.body.classList.add('closed');
    checkToken();
  },
});
openKeypad(ask);

function live() {
  say(isRunning ? '' : labels.boardStopped);
  document.body.classList.toggle('stale', !isRunning);
}

function show(view) {
  document.body.classList.remove('waiting', 'closed');
  document.body.classList.toggle('won', view.won);
  showSides(byId('sides'), view.sides);
  wood.show(view);
  byId('says').textContent = view.says;
  byId('call').replaceChildren(...view.call.map(sentence => element('p', '', sentence)));
  showTable(view);
  offerKeys(view);
  can = view.can;
  byId('can').textContent = '';
  showLastHands(byId('last-hands'), view.hands);
  showAllHands(byId('all-hands'), view.hands);
  byId('refusal').textContent = view.refused ? `${labels.refused} ${view.refused}` : '';
  byId('notice').textContent = view.notice ?? '';
  if (view.won !== wasWon) showTab();
  wasWon = view.won;
  tell(view.spoken);
}

function tell(sentences) {
  announce(byId('spoken'), sentences);
  speaker.say(sentences);
}

/** Say what there is to know about the connection; each message once. */
function say(text) {
  if (state.textContent !== text) state.textContent = text;
}

function showTab() {
  const [place, game] = location.hash.slice(1).split('-');
  const tab = TABS.includes(place) ? place : 'board';
  document.body.classList.toggle('whole-screen', location.hash === '#screen');
  for (const each of TABS) byId(each).hidden = each !== tab;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.hash === `#${tab}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (tab === 'night' || tab === 'games') showGames(byId('scorecard'), byId('game-list'));
  if (tab === 'review') showReview(game);
}
