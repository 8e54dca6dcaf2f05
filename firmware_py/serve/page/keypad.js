// Keys on the page, for whoever has entered a code. The token that the code is exchanged for stays in this browser.

import {element, labels} from './labels.js';

const TOKEN = 'muggins-token';
const ROWS = ['A 2 3 4 5', '6 7 8 9 10', 'J Q K', 'S H D C', 'GO OK UNDO', 'MENU MUGGINS REDO'];
const SUITS = {S: ['♠', 0, 'black'], H: ['♥', 1, 'red'], D: ['♦', 2, 'red'], C: ['♣', 3, 'black']};
const byId = id => document.getElementById(id);
let inOrder = Promise.resolve();

/** Show the keypad, or the form for a code, if the server takes keys. A code in the address is entered at once. */
export function openKeypad() {
  if (document.body.dataset.keys !== 'yes') return;
  byId('keypad').hidden = false;
  byId('pad').replaceChildren(...ROWS.map(row => element('div', 'keys', ...row.split(' ').map(button))));
  byId('join').addEventListener('submit', event => {
    event.preventDefault();
    join(byId('code').value);
  });
  const code = location.pathname.slice(1);
  if (code) {
    history.replaceState(null, '', `/${location.hash}`);
    join(code);
  } else {
    showKeys(localStorage.getItem(TOKEN) !== null);
  }
}

function button(key) {
  const [symbol, suit, colour] = SUITS[key] ?? [key, null, ''];
  const made = element('button', colour, suit === null ? symbol : symbol + '\uFE0E');
  made.type = 'button';
  if (suit !== null) made.setAttribute('aria-label', labels.suits[suit]);
  // One after the other: requests that are under way together may arrive in another order.
  made.addEventListener('click', () => { inOrder = inOrder.then(() => press(key)); });
  return made;
}

async function join(code) {
  const answer = await ask('join', {code});
  if (answer?.ok) localStorage.setItem(TOKEN, (await answer.json()).token);
  showKeys(localStorage.getItem(TOKEN) !== null);
  say(answer?.ok ? '' : labels.wrongCode);
  byId('code').value = '';
}

async function press(key) {
  const answer = await ask('press', {key}, {Authorization: `Bearer ${localStorage.getItem(TOKEN)}`});
  if (answer?.status === 401) {
    localStorage.removeItem(TOKEN);
    showKeys(false);
  }
  say(answer?.ok ? '' : labels.notPressed);
}

async function ask(path, body, headers = {}) {
  try {
    return await fetch(`/${path}`, {method: 'POST', headers: {'Content-Type': 'application/json', ...headers}, body: JSON.stringify(body)});
  } catch {
    return null;
  }
}

function showKeys(mayPress) {
  byId('pad').hidden = !mayPress;
  byId('join').hidden = mayPress;
}

function say(text) {
  if (byId('key-fault').textContent !== text) byId('key-fault').textContent = text;
}
