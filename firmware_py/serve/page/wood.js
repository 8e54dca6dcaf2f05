// The wooden board: streets of thirty holes, a track for each side with two pegs, the lines of the skunk.

import {holeAt, laneOf, Layout} from './holes.js';
import {Peg} from './peg.js';
import {svg} from './svg.js';

/** The board, drawn anew when the game has other tracks or another length. */
export class Wood {
  #place;
  #drawn = '';
  #pegs = [];
  #narrow = matchMedia('(max-width: 33rem)');
  #view = null;

  constructor(place) {
    this.#place = place;
    this.#narrow.addEventListener('change', () => this.#view && this.show(this.#view));
  }

  /** Show the pegs of a view where they stand; those that have moved hop there. */
  show(view) {
    this.#view = view;
    const drawn = JSON.stringify([view.sides.length, view.target, view.lines, this.#narrow.matches]);
    const isNew = drawn !== this.#drawn;
    if (isNew) this.#draw(view);
    this.#drawn = drawn;
    // Before the first points, the pegs of a side stand in the two holes before the first.
    view.sides.forEach((side, index) =>
      move(this.#pegs[index], side.front, side.front === 0 && side.back === 0 ? -1 : side.back, isNew));
    this.#place.firstChild.querySelector('title').textContent =
      view.sides.map(side => side.score_in_words).join(', ');
  }

  #draw(view) {
    const layout = new Layout(view.sides.length, view.target, this.#narrow.matches);
    const pegs = svg('g', {class: 'pegs'});
    this.#pegs = view.sides.map((_, track) => [0, 1].map(() => {
      const peg = new Peg(layout, track);
      pegs.append(peg.element);
      return peg;
    }));
    this.#place.replaceChildren(svg('svg', {viewBox: `0 0 ${layout.width} ${layout.height}`, role: 'img', 'font-size': layout.text},
      svg('title', {}),
      svg('rect', {class: 'plank', x: 1, y: 1, width: layout.width - 2, height: layout.height - 2, rx: 12}),
      ...grain(layout),
      ...view.sides.map((_, track) => svg('path', {class: `lane lane-${track}`, d: laneOf(layout, track), 'stroke-width': layout.lane})),
      ...view.lines.flatMap(line => skunkLine(layout, line)),
      ...numbers(layout),
      holes(layout),
      pegs));
  }
}

/** Put the two pegs of a side into their holes. The peg that is nearer to being right stays. */
function move(pegs, front, back, isNew) {
  const [one, other] = pegs;
  const keeps = (one.hole !== front) + (other.hole !== back);
  const swaps = (one.hole !== back) + (other.hole !== front);
  const hopsOver = swaps < keeps || (swaps === keeps && one.hole < other.hole);
  const [first, second] = hopsOver ? [other, one] : [one, other];
  first.put(front, isNew);
  second.put(back, isNew);
  first.element.parentNode.append(first.element);
}

function holes(layout) {
  const made = svg('g', {class: 'holes'});
  for (let track = 0; track < layout.tracks; track++) {
    for (let hole = -1; hole < layout.target; hole++) {
      const {x, y} = holeAt(layout, track, hole);
      made.append(svg('circle', {cx: x, cy: y, r: layout.hole}));
    }
  }
  const {x, y} = holeAt(layout, 0, layout.target);
  made.append(svg('circle', {class: 'game-hole', cx: x, cy: y, r: layout.hole * 1.7}));
  return made;
}

/** Draw a line across the tracks before the first hole beyond the skunk, and name it beside the number. */
function skunkLine(layout, line) {
  const ys = edges(layout, line.hole), isBackward = layout.streetOf(line.hole) % 2 === 1;
  const x = holeAt(layout, 0, line.hole).x + (isBackward ? 6.5 : -6.5);
  const beyond = (isBackward ? -2.5 : 2.5) * layout.text;
  return [
    svg('line', {class: 'skunk', x1: x, x2: x, y1: ys.top - layout.between / 2 - 3, y2: ys.bottom + 6}),
    svg('text', {class: 'skunk', x: x + beyond, y: ys.top - layout.between / 2 + layout.text * .36, 'text-anchor': isBackward ? 'end' : 'start'}, line.name),
  ];
}

/** Return the heights of the outer tracks beside a hole. */
function edges(layout, hole) {
  const ys = [0, layout.tracks - 1].map(track => holeAt(layout, track, hole).y);
  return {top: Math.min(...ys), bottom: Math.max(...ys)};
}

/** Number every tenth hole, beneath its street. */
function numbers(layout) {
  const made = [];
  for (let hole = 10; hole <= layout.target - 1; hole += 10) {
    const {x} = holeAt(layout, 0, hole);
    made.push(svg('text', {class: 'number', x, y: edges(layout, hole).bottom + layout.between / 2 + layout.text * .36, 'text-anchor': 'middle'}, hole));
  }
  return made;
}

/** Draw the grain of the wood: a few long curves. */
function grain(layout) {
  const made = [];
  for (let y = 9; y < layout.height - 6; y += 13) {
    const sway = 3 + y * 7 % 5;
    made.push(svg('path', {class: 'grain', d: `M4 ${y} C ${layout.width / 3} ${y - sway}, ${layout.width / 2} ${y + sway}, ${layout.width - 4} ${y - 2}`}));
  }
  return made;
}
