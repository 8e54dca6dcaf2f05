// SVG elements, which the board, its pegs and the curve of a review are drawn with.

const SVG = 'http://www.w3.org/2000/svg';

/** Return a new SVG element with these attributes. */
export function svg(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
