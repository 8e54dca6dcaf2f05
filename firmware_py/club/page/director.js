// The director's pen: a form that sends a command with the code that only the director has.

import {element, labels} from './labels.js';

export class Director {
  #form;
  #code;
  #act;
  #fields;
  #said;
  #names;

  constructor(form) {
    this.#form = form;
    [this.#code, this.#act, this.#fields, this.#said, this.#names] =
      ['#code', '#act', '#fields', '#pen-said', '#names'].map(each => form.querySelector(each));
    this.#act.append(...labels.penActs.map(([, title], index) => new Option(title, index)));
    this.#act.addEventListener('change', () => this.#ask());
    form.addEventListener('submit', event => {
      event.preventDefault();
      this.#send();
    });
    this.#ask();
  }

  /** Offer these players' names where a name is asked for. */
  offer(names) {
    this.#names.replaceChildren(...[...new Set(names)].sort().map(name => new Option(name)));
  }

  #ask() {
    const [, , ...fields] = labels.penActs[this.#act.value];
    this.#fields.replaceChildren(...fields.map(([kind, label]) => {
      const input = element('input');
      input.required = true;
      input.autocomplete = 'off';
      if (kind === 'name') input.setAttribute('list', 'names');
      else input.inputMode = 'numeric';
      return element('label', '', label, input);
    }));
  }

  async #send() {
    const [word] = labels.penActs[this.#act.value];
    const typed = [word, ...[...this.#fields.querySelectorAll('input')].map(input => input.value.trim())];
    this.#said.textContent = '';
    try {
      const answer = await fetch('/pen', {
        method: 'POST', headers: {'Content-Type': 'application/json'}, cache: 'no-store',
        body: JSON.stringify({code: this.#code.value, typed, number: Date.now()}),
      });
      this.#said.textContent = {403: labels.penWrong, 429: labels.penTooMany}[answer.status] ?? (await answer.json()).said;
      if (answer.ok) this.#ask();
    } catch {
      this.#said.textContent = labels.penFailed;
    }
  }
}
