// Keys on the page, for a phone that the board has let in. The token that its code is exchanged for stays in this browser.

import {RED} from './cards.js';
import {element, labels} from './labels.js';
import {isOurTurn, keysOfOthers, showSeats} from './seat.js';

const TOKEN = 'muggins-token';
const TOO_FAST = 500;
const byId = id => document.getElementById(id);
let inOrder = Promise.resolve();
let view = null;
let seat = null;
let withdrawn = null;
let whenJoined = () => {};

/**
 * Show the keypad, or the form for a code, if phones can join. A code in the address is entered at once.
 *
 * @param joined what to call when this phone has joined.
 */
export function openKeypad(joined) {
  const code = location.pathname.slice(1);
  if (code) history.replaceState(null, '', `/${location.hash}`);
  if (document.body.dataset.codes !== 'yes') return;
  whenJoined = joined;
  byId('keypad').hidden = false;
  byId('pad').replaceChildren(...labels.pad.map(row => element('div', 'keys', ...row.map(button))));
  byId('pad').addEventListener('keydown', type);
  byId('join').addEventListener('submit', event => {
    event.preventDefault();
    join(byId('code').value);
  });
  byId('seat').addEventListener('change', () => sit(byId('seat').value));
  if (code) join(code);
  else begin();
}

/** Offer the keys that may be pressed now, and the seats of this game. */
export function offerKeys(latest) {
  view = latest;
  if (withdrawn !== null && withdrawn !== view.withdrawn) checkToken();
  withdrawn = view.withdrawn;
  const others = keysOfOthers(view, seat);
  showSeats(byId('seat'), view.seats, seat);
  byId('mine').classList.toggle('acts', isOurTurn(view, seat));
  for (const each of byId('pad').querySelectorAll('button')) {
    each.setAttribute('aria-disabled', String(others.includes(each.dataset.key)));
    each.hidden = each.dataset.key === 'MUGGINS' && !view.muggins;
  }
}

/** Leave at once if the board has taken the keys from this phone. */
export function checkToken() {
  if (localStorage.getItem(TOKEN) !== null) ask('seat');
}

function takeSeat(taken) {
  seat = taken;
  if (view) offerKeys(view);
}

/** Make the button of a key: only a suit has a symbol as its label, and a name of its own for a screen reader. */
function button([key, label, suit]) {
  const made = suit ? element('button', RED.has(label) ? 'red' : 'black', label + '\uFE0E') : element('button', '', label);
  made.type = 'button';
  made.dataset.key = key;
  if (suit) made.setAttribute('aria-label', suit);
  // One after the other: requests that are under way together may arrive in another order.
  made.addEventListener('click', () => {
    if (key === 'HELP') byId('help').click();
    else if (made.getAttribute('aria-disabled') === 'true') say(labels.notYourTurn);
    else inOrder = inOrder.then(() => press(key));
  });
  return made;
}

/** Press a key from a keyboard. On a button, Enter presses that button. */
function type(event) {
  const key = labels.typed[event.key.toLowerCase()];
  const isOnButton = event.key === 'Enter' && event.target !== byId('pad');
  if (!key || isOnButton || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  for (const each of byId('pad').querySelectorAll('button')) {
    each.classList.toggle('typed', each.dataset.key === key);
    if (each.dataset.key === key && !each.hidden) each.click();
  }
}

/** Show the keys if this phone has joined before, with the seat that it took. */
async function begin() {
  showKeys();
  if (localStorage.getItem(TOKEN) === null) return;
  const answer = await ask('seat');
  if (answer?.ok) takeSeat((await answer.json()).seat);
}

async function join(code) {
  const answer = await ask('join', {code});
  if (answer?.ok) {
    localStorage.setItem(TOKEN, (await answer.json()).token);
    whenJoined();
  }
  const isWrong = answer?.status === 403;
  say(answer?.ok ? '' : isWrong ? labels.wrongCode : answer?.status === 429 ? labels.tooManyTries : labels.notSent);
  byId('code').value = answer?.ok || isWrong ? '' : code;
  await begin();
}

/** Press a key once: by its number, the server knows a request that the browser has sent again by itself. */
async function press(key) {
  const sent = {key, number: Math.random()};
  let answer = await ask('press', sent);
  while (answer?.status === 429) {
    await new Promise(done => setTimeout(done, TOO_FAST));
    answer = await ask('press', sent);
  }
  if (answer?.status !== 401) say(answer?.ok ? '' : labels.notPressed);
}

async function sit(chosen) {
  const wanted = chosen === '' ? null : Number(chosen);
  const answer = await ask('seat', {seat: wanted});
  takeSeat(answer?.ok ? wanted : seat);
  if (answer?.status !== 401) say(answer?.ok ? '' : labels.notTaken);
}

/** Send a request: with a body as POST, otherwise as GET. Return null without a connection. */
async function ask(path, body) {
  const token = localStorage.getItem(TOKEN);
  const headers = {'Content-Type': 'application/json', ...(token && {Authorization: `Bearer ${token}`})};
  const sent = body ? {method: 'POST', body: JSON.stringify(body)} : {};
  try {
    const answer = await fetch(`/${path}`, {...sent, headers, cache: 'no-store'});
    if (answer.status === 401) leave();
    return answer;
  } catch {
    return null;
  }
}

/** Forget a token that is no longer good. */
function leave() {
  localStorage.removeItem(TOKEN);
  takeSeat(null);
  showKeys();
  say(labels.notJoined);
}

function showKeys() {
  const hasJoined = localStorage.getItem(TOKEN) !== null;
  byId('mine').hidden = !hasJoined || document.body.dataset.keys !== 'yes';
  byId('join').hidden = byId('join-help').hidden = hasJoined;
}

function say(text) {
  if (byId('key-fault').textContent !== text) byId('key-fault').textContent = text;
}
