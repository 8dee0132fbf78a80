/**
 * The Back button closes what is open above the page: every modal dialog stands on a history entry of its own. The
 * entries are added without the router's knowledge, and steps between them are hidden from the router, so that no guard,
 * blocker or loader runs.
 */

export interface Layer {
  /** Called by Back. Returns false when it stays open; the entry is then restored. */
  readonly close: () => boolean
}

interface OpenLayer extends Layer {
  /** The page that it was opened on; on another page it gets no entry. */
  readonly address: string
  /** It has a history entry. */
  hasEntry: boolean
}

const MARK = 'kartis_layers'
/** A reload leaves entries of the earlier load of the page behind; the time tells them apart. */
const PAGE_LOAD = performance.timeOrigin
/** A step that leads nowhere fires no event, and must not swallow a later one. */
const STEP_MS = 1000

const layers: OpenLayer[] = []
interface Step {
  /** The page that it returns to; what opens in the meantime belongs to that page. */
  readonly address: string | undefined
  readonly onArrival: () => void
  /** The router does not hear of it. */
  readonly isHidden: boolean
}

/** The step that is under way. */
let underWay: Step | undefined
let isScheduled = false
let waiting: (() => void)[] = []

interface Mark {
  readonly load: number
  readonly depth: number
}

const isMark = (value: unknown): value is Mark =>
  typeof value === 'object' && value !== null && 'load' in value && 'depth' in value

/** The mark of the current history entry. */
const mark = (): Mark | undefined => {
  const state: unknown = history.state
  const found = typeof state === 'object' && state !== null && MARK in state ? state[MARK] : undefined
  return isMark(found) ? found : undefined
}

/** How many layers the current history entry stands for. */
const depth = (): number => {
  const found = mark()
  return found?.load === PAGE_LOAD ? found.depth : 0
}

/** Whoever waits goes on, after a step that led nowhere too. */
const settled = (): void => {
  const resolved = waiting
  waiting = []
  for (const resolve of resolved) resolve()
}

interface StepOptions extends Partial<Pick<Step, 'address' | 'isHidden'>> {
  readonly after?: () => void
}

const step = (by: number, { after = schedule, isHidden = true, address }: StepOptions = {}): void => {
  const end = (): void => {
    clearTimeout(timer)
    underWay = undefined
  }
  const giveUp = (): void => {
    end()
    settled()
  }
  const timer = setTimeout(giveUp, STEP_MS)
  underWay = {
    address,
    isHidden,
    onArrival: () => {
      end()
      after()
    },
  }
  history.go(by)
}

/** Adds or removes entries until there is one for each layer. */
const settle = (): void => {
  isScheduled = false
  if (underWay) return // continues on arrival
  const there = depth()
  if (there > layers.length) return goBack(there)
  for (const [place, layer] of layers.entries()) {
    if (layer.address !== location.href) continue
    layer.hasEntry = true
    if (place < there) continue
    const before = mark()
    const state: object = { ...(history.state as object | null), [MARK]: { load: PAGE_LOAD, depth: place + 1 } }
    // An entry that an earlier load of the page left for the same depth is taken over: Back would find two.
    const isLeft = before?.depth === place + 1 && before.load !== PAGE_LOAD
    // the router has replaced these functions of `history`, and would take this for a navigation
    History.prototype[isLeft ? 'replaceState' : 'pushState'].call(history, state, '')
  }
  settled()
}

/** Goes back from entries of layers that are closed. */
const goBack = (from: number, isHidden = true): void => {
  const left = layers.length
  const after = (): void => {
    // a page was opened in the meantime, so the step led back from that page, over as many entries: return to it
    if (depth() > left) step(from - left)
    else schedule()
  }
  step(left - from, { after, isHidden })
}

/** Later, so that a dialog that opens as another one closes takes over its entry. */
const schedule = (): void => {
  if (isScheduled) return
  isScheduled = true
  setTimeout(settle)
}

/**
 * Returns to the entry of the topmost layer that is open. A Back pressed before the step begins leads elsewhere first;
 * it then means the topmost layer too.
 */
const restore = (): void => {
  const top = layers.at(-1)
  if (!top) return schedule()
  const { address } = top
  const entries = layers.filter(({ hasEntry }) => hasEntry).length
  const [by, target] = address === location.href ? [entries - depth(), entries] : [1, 0]
  if (by <= 0) return schedule()
  step(by, {
    address,
    after: () => {
      const hasArrived = address === location.href && depth() === target
      if (!hasArrived && layers.at(-1) === top && top.close()) layers.pop()
      restore()
    },
  })
}

/**
 * Back was pressed: on the same page it closes the topmost layer, however many entries it skipped; on the way to another
 * page it closes all, unless one stays open. Returns whether it stays on this page.
 */
const closeByBack = (): boolean => {
  const isSamePage = layers.at(-1)?.address === location.href
  const left = isSamePage ? layers.length - 1 : depth()
  while (layers.length > left) {
    if (layers.at(-1)?.close() === false) {
      restore()
      return true
    }
    layers.pop()
  }
  if (isSamePage) restore()
  return isSamePage
}

const onPop = (event: PopStateEvent): void => {
  const there = depth()
  if (underWay) {
    if (underWay.isHidden) event.stopImmediatePropagation()
    underWay.onArrival()
  } else if (there > layers.length) {
    // the entry of a dialog that is gone, because a link in it was followed: Back means the page under it
    event.stopImmediatePropagation()
    goBack(there, false)
  } else if (there < layers.length && closeByBack()) {
    event.stopImmediatePropagation()
  }
}

let isListening = false

/**
 * Listens for Back. An app with a router calls it before it creates the router: browsers call the listeners of the window
 * in the order in which they were added, capturing ones included.
 */
export const watchBackButton = (): void => {
  if (!isListening) addEventListener('popstate', onPop)
  isListening = true
}

/**
 * Adds a history entry for something open above the page; Back calls `close`. Returns the function to call when it has
 * closed by itself.
 */
export const openLayer = ({ close }: Layer): (() => void) => {
  watchBackButton()
  const layer: OpenLayer = { close, address: underWay?.address ?? location.href, hasEntry: false }
  layers.push(layer)
  schedule()
  return () => {
    const place = layers.indexOf(layer)
    if (place === -1) return // closed by Back
    layers.splice(place, 1)
    schedule()
  }
}

/** Resolves when the history has exactly the entries of the open layers, as far as it obeys; a step of the router is safe then. */
export const layersSettled = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    schedule()
  })
