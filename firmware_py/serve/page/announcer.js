// What a screen reader says: each call and each turn once, in the order in which they came.

import {labels} from './labels.js';

const KEPT = 8;
const AT_ONCE = 3;
let asked = null;

/** Add what is new in a view to the live region; return the sentences. */
export function announce(region, view) {
  const sentences = view.presses.slice(-AT_ONCE).flatMap(press =>
    press.refused ? [`${labels.refused} ${press.refused}`] : press.said);
  // Blanks for cards that are still to be keyed are for the eye.
  const asks = view.says.replaceAll('_', '').trim();
  if (asked !== null && asked !== asks) sentences.push(asks);
  asked = asks;
  return add(region, sentences);
}

/** Add sentences to the live region, and return them. */
export function add(region, sentences) {
  for (const sentence of sentences) {
    const line = document.createElement('p');
    line.textContent = sentence;
    region.append(line);
  }
  while (region.children.length > KEPT) region.firstChild.remove();
  return sentences;
}
