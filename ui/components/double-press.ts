/**
 * The second press of a double click belongs to what the first one was on. A dialog that the first press opens, or whose
 * content it replaces, would otherwise take the second one: on a phone its buttons lie where the opening button was. So
 * would what lies under a dialog that the first press closes, and the page that it leads to: the button that goes on lies
 * in the same place on each step of a wizard.
 */

/** The longest interval between the two presses of a double click that systems offer. */
const DOUBLE_PRESS_MS = 500
/** How far the second press of a finger may lie from the first, CSS pixels. */
const FINGER_PX = 32

const CONTROLS = 'button, a, label, input, select, textarea, summary, [role="button"]'

interface Press {
  readonly x: number
  readonly y: number
  /** Milliseconds of `performance.now()`. */
  readonly at: number
}

let lastPress: Press | undefined
let isListening = false
/** Ends the guard of what lies under the dialog that closed last: the controls of a dialog that opens after it are not under it. */
let endGuard: (() => void) | undefined

/** Remembers where the page was pressed. Called before anything is guarded: by every modal dialog, and by an app with pages. */
export const watchPresses = (): void => {
  if (isListening) return
  isListening = true
  const remember = ({ clientX, clientY }: PointerEvent) => {
    lastPress = { x: clientX, y: clientY, at: performance.now() }
  }
  addEventListener('pointerdown', remember, { capture: true, passive: true })
}

const isUnder = (press: Press, control: HTMLElement): boolean => {
  const { left, right, top, bottom, width } = control.getBoundingClientRect()
  return (
    width > 0 &&
    press.x > left - FINGER_PX &&
    press.x < right + FINGER_PX &&
    press.y > top - FINGER_PX &&
    press.y < bottom + FINGER_PX
  )
}

const isNear = (press: Press, { clientX, clientY }: MouseEvent): boolean =>
  Math.abs(clientX - press.x) < FINGER_PX && Math.abs(clientY - press.y) < FINGER_PX

/**
 * For half a second, or until a key is pressed or something is typed, a control under the press that closed the dialog takes
 * no second one. A dialog that a key or Back closed guards nothing: the last press is then the one that opened it. A key's
 * click has no detail.
 */
const guardWhatLiesUnder = (openedAt: number): void => {
  const press = lastPress
  if (!press || press.at < openedAt || performance.now() - press.at > 2 * DOUBLE_PRESS_MS) return
  const swallow = (event: MouseEvent) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(CONTROLS) : null
    if (event.detail === 0 || !control || !isNear(press, event) || !isUnder(press, control)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const guard = new AbortController()
  addEventListener('click', swallow, { capture: true, signal: guard.signal })
  endGuard = () => guard.abort()
  // What a key did since, also on the page that it opened, is no part of a double click: the next press is a new one.
  for (const type of ['input', 'keydown'])
    addEventListener(type, endGuard, { capture: true, passive: true, signal: guard.signal })
  setTimeout(endGuard, DOUBLE_PRESS_MS)
}

/**
 * Controls of a part of the page that lie under the last press take no pointer for half a second, now and as they appear.
 * Returns the functions that end the watch and the guards.
 */
const guardControls = (whole: HTMLElement): { readonly unwatch: () => void; readonly forget: () => void } => {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const guard = (part: Element) => {
    const press = lastPress
    if (!press || performance.now() - press.at > 2 * DOUBLE_PRESS_MS) return
    const covered = [part, ...part.querySelectorAll(CONTROLS)].filter(
      (control): control is HTMLElement =>
        control instanceof HTMLElement && control.matches(CONTROLS) && isUnder(press, control),
    )
    for (const control of covered) control.style.pointerEvents = 'none'
    const timer = setTimeout(() => {
      timers.delete(timer)
      for (const control of covered) control.style.pointerEvents = ''
    }, DOUBLE_PRESS_MS)
    timers.add(timer)
  }
  guard(whole)
  const changes = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element) guard(node)
  })
  changes.observe(whole, { childList: true, subtree: true })
  return {
    unwatch: () => changes.disconnect(),
    forget: () => {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/**
 * Call when a press leads to another page, before that is shown: the controls that come to lie under the press, and the one
 * that was pressed, take no second one.
 */
export const guardNewPage = (): void => {
  const { unwatch } = guardControls(document.body)
  setTimeout(unwatch, DOUBLE_PRESS_MS)
}

/**
 * Call when a modal dialog has opened. For half a second the controls that appeared under the last press take no pointer,
 * now and whenever the content of the dialog changes; the keyboard works at once, and so does every control elsewhere.
 * A press beside the dialog does not close it in its first half second. Returns the function to call when it closes: what
 * lies under it is guarded then.
 */
export const guardFromDoublePress = (dialog: HTMLElement): (() => void) => {
  const openedAt = performance.now()
  endGuard?.()
  const { unwatch, forget } = guardControls(dialog)
  const keepOpen = (event: MouseEvent) => {
    if (event.target === dialog && performance.now() - openedAt < DOUBLE_PRESS_MS) event.stopPropagation()
  }
  dialog.addEventListener('click', keepOpen)
  return () => {
    unwatch()
    dialog.removeEventListener('click', keepOpen)
    forget()
    guardWhatLiesUnder(openedAt)
  }
}
