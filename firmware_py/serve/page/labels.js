// The words of the page. They come from the board's catalogue, so that a translation covers them.

export const labels = JSON.parse(document.body.dataset.labels);

/** Fill in the labels that elements name: as their text, or as their name for a screen reader. */
export function labelled(root) {
  for (const each of root.querySelectorAll('[data-label]')) each.textContent = labels[each.dataset.label];
  for (const each of root.querySelectorAll('[data-name]')) each.setAttribute('aria-label', labels[each.dataset.name]);
}

/** Return a new element with a class and children, which are elements or texts. */
export function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}
