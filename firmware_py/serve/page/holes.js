// Where each hole is. The streets go to and fro like a plough, with a turn at each end.

const PITCH = 10, GROUP = 5, GAP = 4, STREET = 30, TRACK = 11, BETWEEN = 20, LEFT = 44, RIGHT = 40, TOP = 18;

/** The measures of a board with this many tracks, whose last hole is the target. */
export class Layout {
  constructor(tracks, target) {
    this.tracks = tracks;
    this.target = target;
    this.streets = Math.ceil((target - 1) / STREET);
    this.width = LEFT + RIGHT + along(STREET - 1);
    this.height = 2 * TOP + this.streets * this.streetHeight - BETWEEN + 4;
  }

  get streetHeight() {
    return (this.tracks - 1) * TRACK + BETWEEN;
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
  return TOP + street * layout.streetHeight + row * TRACK;
}

/** Return the middle of a hole: 0 and -1 are the holes before the first; the target is one hole for all. */
export function holeAt(layout, track, hole) {
  const street = layout.streetOf(hole), index = hole - 1 - street * STREET;
  const isGame = hole >= layout.target;
  const distance = index < 0 ? index * PITCH - 6 : isGame ? along(index - 1) + PITCH + 8 : along(index);
  const y = isGame
    ? (rowOf(layout, 0, street) + rowOf(layout, layout.tracks - 1, street)) / 2
    : rowOf(layout, track, street);
  return {x: street % 2 ? LEFT + along(STREET - 1) - distance : LEFT + distance, y};
}

/** Return the path of a track's lane, through all streets and turns. */
export function laneOf(layout, track) {
  const start = holeAt(layout, track, -1), right = LEFT + along(STREET - 1);
  let path = `M${start.x} ${start.y}`;
  for (let street = 0; street < layout.streets; street++) {
    const y = rowOf(layout, track, street), isLast = street === layout.streets - 1;
    const end = isLast ? holeAt(layout, track, layout.target - 1).x : street % 2 ? LEFT : right;
    path += ` L${end} ${y}`;
    if (isLast) break;
    const next = rowOf(layout, track, street + 1), radius = (next - y) / 2;
    path += ` A${radius} ${radius} 0 0 ${street % 2 ? 0 : 1} ${end} ${next}`;
  }
  return path;
}
