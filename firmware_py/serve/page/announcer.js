// What a screen reader says: the sentences of the voice, in the order in which they came.

const KEPT = 8;

/** Add sentences to the live region. */
export function announce(region, sentences) {
  for (const sentence of sentences) {
    const line = document.createElement('p');
    line.textContent = sentence;
    region.append(line);
  }
  while (region.children.length > KEPT) region.firstChild.remove();
}
