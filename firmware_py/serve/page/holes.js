// Where each hole is. The streets go to and fro like a plough, with a turn at each end.

const PITCH = 10, GROUP = 5, GAP = 4, STREET = 30;
const WIDE = {track: 11, between: 20, left: 44, right: 40, top: 18, lane: 8.4, hole: 2, peg: 4.4, text: 7};
// A phone held upright has little width and much height: its tracks lie further apart, for larger pegs.
const NARROW = {track: 15, between: 25, left: 40, right: 37, top: 21, lane: 11, hole: 2.2, peg: 5.4, text: 9.5};

/** The measures of a board with this many tracks, whose last hole is the target. */
export class Layout {
  constructor(tracks, target, isNarrow) {
    Object.assign(this, isNarrow ? NARROW : WIDE);
    this.left += (tracks - 2) * this.track;
    this.right += (tracks - 2) * this.track;
    this.tracks = tracks;
    this.target = target;
    this.streets = Math.ceil((target - 1) / STREET);
    this.width = this.left + this.right + along(STREET - 1);
    this.height = 2 * this.top + this.streets * this.streetHeight - this.between + 4;
  }

  get streetHeight() {
    return (this.tracks - 1) * this.track + this.between;
  }

  /** Return the street of a hole, from 0. The game hole lies at the end of the last one. */
  streetOf(hole) {
    return Math.min(Math.max(0, Math.floor((hole - 1) / STREET)), this.streets - 1);
  }
}

function along(index) {
  return index * PITCH + Math.floor(index / GROUP) * GAP;
}

function rowOf(layout, track, street) {
  const row = street % 2 ? layout.tracks - 1 - track : track;
  return layout.top + street * layout.streetHeight + row * layout.track;
}

/** Return the middle of a hole: 0 and -1 are the holes before the first; the target is one hole for all. */
export function holeAt(layout, track, hole) {
  const street = layout.streetOf(hole), index = hole - 1 - street * STREET;
  const isGame = hole >= layout.target;
  const distance = index < 0 ? index * PITCH - 6 : isGame ? along(index - 1) + PITCH + 8 : along(index);
  const y = isGame
    ? (rowOf(layout, 0, street) + rowOf(layout, layout.tracks - 1, street)) / 2
    : rowOf(layout, track, street);
  return {x: street % 2 ? layout.left + along(STREET - 1) - distance : layout.left + distance, y};
}

/** Return the path of a track's lane, through all streets and turns. */
export function laneOf(layout, track) {
  const start = holeAt(layout, track, -1), right = layout.left + along(STREET - 1);
  let path = `M${start.x} ${start.y}`;
  for (let street = 0; street < layout.streets; street++) {
    const y = rowOf(layout, track, street), isLast = street === layout.streets - 1;
    const end = isLast ? holeAt(layout, track, layout.target - 1).x : street % 2 ? layout.left : right;
    path += ` L${end} ${y}`;
    if (isLast) break;
    const next = rowOf(layout, track, street + 1), radius = (next - y) / 2;
    path += ` A${radius} ${radius} 0 0 ${street % 2 ? 0 : 1} ${end} ${next}`;
  }
  return path;
}
