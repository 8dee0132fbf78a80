/** The longest that a result takes to be rendered once it is in the page. */
const RENDERED_MS = 50

/** Runs work that nobody at the gate waits for, once the result that was decided is sent or rendered. */
export const later = (work: () => unknown): void => {
  setTimeout(work, RENDERED_MS)
}

/** As long as several scans of a busy gate take. */
const GATHERED_MS = 500

/** Runs such work once for all that came within half a second: on a phone each write and each drawing holds up a guest. */
export const gather = <T = void>(work: (items: readonly T[]) => unknown): ((item: T) => void) => {
  let items: T[] = []
  return (item) => {
    items.push(item)
    if (items.length > 1) return
    setTimeout(() => {
      const gathered = items
      items = []
      work(gathered)
    }, GATHERED_MS)
  }
}
