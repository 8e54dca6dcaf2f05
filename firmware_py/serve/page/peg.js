// A peg, which hops from hole to hole.

import {holeAt} from './holes.js';
import {svg} from './svg.js';

const HOP = 110, LONGEST = 1500, RAISED = 7;

/** One of the two pegs of a track. */
export class Peg {
  #layout;
  #track;
  hole = -2;

  constructor(layout, track) {
    this.#layout = layout;
    this.#track = track;
    this.element = svg('g', {class: `peg-${track}`}, svg('circle', {r: layout.peg}), svg('circle', {class: 'shine', cx: -layout.peg * .3, cy: -layout.peg * .3, r: layout.peg * .3}));
  }

  /** Put the peg into a hole. It hops there, unless the board is new or its user wants less motion. */
  put(hole, isNew) {
    const from = this.hole;
    if (hole === from) return;
    this.hole = hole;
    this.element.style.transform = this.#at(hole);
    if (isNew || matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden) return;
    const steps = hole > from ? this.#hops(from, hole) : [{transform: this.#at(from)}, {transform: this.#at(hole)}];
    const duration = Math.min(LONGEST, Math.max(300, Math.abs(hole - from) * HOP));
    this.element.animate(steps, {duration, easing: 'linear'});
  }

  #at(hole, raised = 0, size = 1) {
    const {x, y} = holeAt(this.#layout, this.#track, hole);
    return `translate(${x}px, ${y - raised}px) scale(${size})`;
  }

  #hops(from, to) {
    const steps = [{transform: this.#at(from)}];
    for (let hole = from + 1; hole <= to; hole++) {
      const {x, y} = holeAt(this.#layout, this.#track, hole), before = holeAt(this.#layout, this.#track, hole - 1);
      steps.push({transform: `translate(${(x + before.x) / 2}px, ${(y + before.y) / 2 - RAISED}px) scale(1.3)`});
      steps.push({transform: this.#at(hole)});
    }
    return steps;
  }
}
