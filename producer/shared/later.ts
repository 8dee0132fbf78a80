/** The longest that a result takes to be rendered once it is in the page. */
const RENDERED_MS = 50

/** Runs work that nobody at the gate waits for, once the result that was decided is sent or rendered. */
export const later = (work: () => unknown): void => {
  setTimeout(work, RENDERED_MS)
}
