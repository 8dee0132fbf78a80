/** A request that follows a dialog holds its button for so long; then nobody waits for the focus any more. */
const WATCH_MS = 10_000

/** What had the focus outside of every dialog, and what it stands in, the nearest first. */
interface Opener {
  readonly element: HTMLElement
  readonly around: readonly HTMLElement[]
}

const aroundOf = (element: HTMLElement): HTMLElement[] => {
  const around: HTMLElement[] = []
  for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) around.push(each)
  return around
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Gives the focus to something that takes none by itself. */
const focusPlace = (place: HTMLElement): void => {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

let stop: () => void = () => undefined

/**
 * The browser gives the focus back as a dialog closes. A button that is busy with what was confirmed loses it again, and one
 * that is gone with its row never gets it: whoever works by keyboard would begin at the top of the page.
 */
const watch = ({ element, around }: Opener): void => {
  stop()
  const settle = (): void => {
    if (!isNowhere()) {
      if (document.activeElement !== element) stop()
      return
    }
    if (element.isConnected) return element.matches(':disabled') ? undefined : element.focus({ preventScroll: true })
    const place = around.find((each) => each.isConnected)
    stop()
    if (place) focusPlace(place)
  }
  const observer = new MutationObserver(settle)
  const timer = setTimeout(() => stop(), WATCH_MS)
  stop = () => {
    clearTimeout(timer)
    observer.disconnect()
  }
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
  settle()
}

/** Returns the focus to what opened a dialog, or to what that stood in, after the dialog and what was confirmed in it. */
export const returnFocus = (): void => {
  let opener: Opener | undefined
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest('dialog')) return
    opener = { element: target, around: aroundOf(target) }
  })
  document.addEventListener(
    'close',
    ({ target }) => {
      const isOpen = document.querySelector('dialog[open]') !== null
      if (target instanceof HTMLDialogElement && !isOpen && opener) watch(opener)
    },
    true,
  )
}
