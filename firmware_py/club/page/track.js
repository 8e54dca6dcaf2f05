// The small track of a table: a lane for each side, with both pegs. The scores beside it say the same in words.

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 240, LEFT = 8, LANE = 12, STREET = 30, PEG = 4.2;

function svg(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

export class Track {
  element = svg('svg', {class: 'track', 'aria-hidden': 'true'});
  #drawn = '';
  #pegs = [];

  /** Move the pegs of all sides to where they stand. */
  show(sides, target) {
    const drawn = `${sides.length}/${target}`;
    if (drawn !== this.#drawn) this.#draw(sides.length, target);
    this.#drawn = drawn;
    sides.forEach((side, index) => {
      // The front peg is always the one of the two that has moved last: the other one hops over it.
      const [back, front] = this.#pegs[index];
      put(back, Math.min(side.back, target), target);
      put(front, Math.min(side.score, target), target);
    });
  }

  #draw(number, target) {
    const height = number * LANE + 2;
    this.element.setAttribute('viewBox', `0 0 ${WIDTH + 2 * LEFT} ${height}`);
    const streets = [];
    for (let hole = STREET; hole < target; hole += STREET) {
      const x = LEFT + WIDTH * hole / target;
      streets.push(svg('line', {class: 'street', x1: x, x2: x, y1: 1, y2: height - 1}));
    }
    const lanes = Array.from({length: number}, (_, side) => {
      const y = LANE * (side + .5) + 1;
      return svg('line', {class: 'lane', x1: LEFT, x2: LEFT + WIDTH, y1: y, y2: y});
    });
    this.#pegs = Array.from({length: number}, (_, side) => ['back', 'front'].map(name =>
      svg('circle', {class: `peg ${name} peg-${side}`, cx: LEFT, cy: LANE * (side + .5) + 1, r: PEG})));
    this.element.replaceChildren(...lanes, ...streets, ...this.#pegs.flat());
  }
}

function put(peg, hole, target) {
  const place = `translate(${WIDTH * hole / target}px)`;
  if (peg.style.transform !== place) peg.style.transform = place;
}
