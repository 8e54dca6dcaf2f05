// What a screen reader says: the sentences of the voice, in the order in which they came.

const KEPT = 8;

/** Add the new sentences of a view to the live region. */
export function announce(region, view) {
  for (const sentence of view.spoken) {
    const line = document.createElement('p');
    line.textContent = sentence;
    region.append(line);
  }
  while (region.children.length > KEPT) region.firstChild.remove();
}
