// The page on a television: all tables in turn, then the standing and the round that is being played.

import {bracketPages} from './bracket.js';

const TURN = 10000;
const ROWS = 12;
// A card needs this much room, measured by the shorter side of the screen.
const WIDE = .4, HIGH = .23;

/** Turns the pages on a television, until somebody pauses it. */
export class Television {
  #page = 0;
  #timer = 0;
  #isPaused = false;
  #redraw;

  constructor(pause, next, redraw) {
    this.#redraw = redraw;
    pause.addEventListener('click', () => {
      this.#isPaused = !this.#isPaused;
      pause.setAttribute('aria-pressed', String(this.#isPaused));
      this.#wait();
    });
    next.addEventListener('click', () => this.#turn());
  }

  /** Show the current page, and return the name of the part that it belongs to. */
  show(tables, standing, rounds, bracket) {
    if (!this.#timer) this.#wait();
    const number = Math.max(1, tables.size);
    const columns = Math.min(Math.ceil(Math.sqrt(number)), fitting(innerWidth, WIDE));
    const onPage = columns * Math.min(Math.ceil(number / columns), fitting(innerHeight, HIGH));
    document.body.dataset.columns = columns;
    document.body.dataset.rows = Math.ceil(onPage / columns);
    const rows = [...standing.querySelectorAll('tbody tr')], pairs = [...rounds.querySelectorAll('.now .pair')];
    const draw = bracket.hidden ? pagesOf('draw', pairs.length, 2 * ROWS) : bracketPages(bracket);
    const pages = [...pagesOf('tables', number, onPage), ...pagesOf('standing', rows.length, ROWS), ...draw];
    this.#page %= pages.length;
    const {part, first, end, show} = pages[this.#page];
    if (show) show();
    else if (part === 'tables') tables.showSome(first, end);
    else (part === 'standing' ? rows : pairs).forEach((each, index) => (each.hidden = index < first || index >= end));
    return part;
  }

  leave() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#page = 0;
  }

  #wait() {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#isPaused || this.#turn(), TURN);
  }

  #turn() {
    this.#page++;
    this.#redraw();
  }
}

/** Return how many cards fit beside each other, or beneath each other: from 1 to 4. */
function fitting(length, size) {
  return Math.max(1, Math.min(4, Math.floor(length / (size * Math.min(innerWidth, innerHeight)))));
}

function pagesOf(part, number, size) {
  const pages = [];
  for (let first = 0; first < number; first += size) pages.push({part, first, end: first + size});
  return pages;
}
