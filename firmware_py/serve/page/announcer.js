// What a screen reader says: each call and each turn once, in the order in which they came.

import {labels} from './labels.js';

const KEPT = 8;
const AT_ONCE = 3;
let asked = null;

/** Add what is new in a view to the live region; return the sentences. */
export function announce(region, view) {
  const sentences = view.presses.slice(-AT_ONCE).flatMap(press =>
    press.refused ? [`${labels.refused} ${press.refused}`] : press.said);
  if (asked !== null && asked !== view.says) sentences.push(view.says);
  asked = view.says;
  for (const sentence of sentences) {
    const line = document.createElement('p');
    line.textContent = sentence;
    region.append(line);
  }
  while (region.children.length > KEPT) region.firstChild.remove();
  return sentences;
}
