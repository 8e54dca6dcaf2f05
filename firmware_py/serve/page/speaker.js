// The phone's own voice, as a switch. It says what the live region says, for people who look at the cards.

/** The switch, and the voice behind it. */
export class Speaker {
  #on = false;

  constructor(button) {
    button.hidden = !('speechSynthesis' in window);
    button.addEventListener('click', () => {
      this.#on = !this.#on;
      button.setAttribute('aria-pressed', String(this.#on));
      speechSynthesis.cancel();
      // A phone speaks only after its user has pressed something, so the press itself is confirmed aloud.
      if (this.#on) this.say([button.textContent]);
    });
  }

  /** Speak these sentences if the switch is on. What is still being said is cut off: it is out of date. */
  say(sentences) {
    if (!this.#on || sentences.length === 0) return;
    speechSynthesis.cancel();
    for (const sentence of sentences) {
      const spoken = new SpeechSynthesisUtterance(sentence);
      spoken.lang = document.documentElement.lang;
      speechSynthesis.speak(spoken);
    }
  }
}
