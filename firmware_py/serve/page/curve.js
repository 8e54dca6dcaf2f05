// The curve of a review: the first side's chance to win, deal by deal, with the turning points.

import {labels} from './labels.js';
import {svg} from './svg.js';

const TOP = 26, BOTTOM = 44, LEFT = 44, RIGHT = 12;

/** Return the curve as an element. A tap on a deal calls `openDeal` with its number. */
export function curve({names, deals, curve: {points, marks, text}}, openDeal) {
  const isNarrow = matchMedia('(max-width: 33rem)').matches;
  const [width, height] = isNarrow ? [360, 260] : [720, 320];
  const x = at => LEFT + at / deals.length * (width - LEFT - RIGHT);
  const y = chance => TOP + (1 - chance) * (height - TOP - BOTTOM);
  const path = points.map(([at, chance]) => `${x(at).toFixed(1)} ${y(chance).toFixed(1)}`).join(' L');
  const [end, last] = points.at(-1);
  return svg('svg', {class: 'curve', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${labels.chance}. ${text}.`},
    ...[0, 1].map(side => svg('rect', {class: `half half-${side}`, x: LEFT, y: y(side ? .5 : 1), width: x(deals.length) - LEFT, height: y(0) - y(.5)})),
    ...[0, .25, .5, .75, 1].flatMap(chance => [
      svg('line', {class: chance === .5 ? 'middle' : 'grid', x1: LEFT, x2: x(deals.length), y1: y(chance), y2: y(chance)}),
      svg('text', {x: LEFT - 6, y: y(chance) + 4, 'text-anchor': 'end'}, `${100 * Math.max(chance, 1 - chance)}%`)]),
    ...[...deals.keys(), deals.length].map(at => svg('line', {class: 'grid', x1: x(at), x2: x(at), y1: TOP, y2: y(0)})),
    ...deals.map(({number}) => svg('text', {x: x(number - .5), y: height - 8, 'text-anchor': 'middle'}, number)),
    ...names.map((name, side) => svg('text', {class: 'side', x: 4, y: side ? y(0) + 20 : TOP - 11}, name)),
    svg('path', {class: 'course', d: `M${path}`}),
    svg('circle', {class: 'end', cx: x(end), cy: y(last), r: 4}),
    ...marks.flatMap(({at, chance, side}, index) => [
      svg('circle', {class: `mark-${side}`, cx: x(at), cy: y(chance), r: 9}),
      svg('text', {class: 'number-of-turn', x: x(at), y: y(chance) + 4, 'text-anchor': 'middle'}, index + 1)]),
    ...deals.map(({number}) => tap(x(number - 1), x(number) - x(number - 1), height, () => openDeal(number))));
}

function tap(left, width, height, then) {
  const made = svg('rect', {class: 'tap', x: left, y: 0, width, height});
  made.addEventListener('click', then);
  return made;
}
