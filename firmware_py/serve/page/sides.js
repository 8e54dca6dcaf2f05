// The scores: a panel for each side.

import {element} from './labels.js';

/** Show the sides. A panel stays the same element, so that a change can be seen to happen. */
export function showSides(list, sides) {
  list.dataset.sides = sides.length;
  while (list.children.length > sides.length) list.lastChild.remove();
  sides.forEach((side, index) => showSide(list.children[index] ?? list.appendChild(panel(index)), side));
}

function panel(index) {
  const made = element('li', `side side-${index}`,
    element('span', 'name', element('span', 'peg'), element('span', 'text')),
    element('span', 'score'),
    element('span', 'marks'));
  made.querySelector('.peg').setAttribute('aria-hidden', 'true');
  return made;
}

function showSide(shown, side) {
  shown.classList.toggle('acts', side.acts !== '');
  shown.classList.toggle('winner', side.won);
  shown.querySelector('.text').textContent = side.name;
  shown.querySelector('.score').textContent = side.score;
  const marks = [['acts', side.acts], ['deals', side.deals], ['games', side.games]];
  shown.querySelector('.marks').replaceChildren(
    ...marks.filter(([, text]) => text).map(([kind, text]) => element('span', `mark ${kind}`, text)));
}
