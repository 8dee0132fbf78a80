import { afterAll, afterEach, vi } from 'vitest'

/**
 * A worker of a project with a DOM runs many test files: libraries are loaded once. Each file evaluates this product's own
 * modules anew, and begins with an empty page, as it would in a worker of its own.
 */
vi.resetModules()

/** React and the library that types listen to these once for each document. */
const OF_LIBRARIES: readonly string[] = ['selectionchange', 'focus', 'blur']

/** Removes what a file adds to the window and the document, when it ends. */
const forgetListeners = (target: EventTarget): void => {
  const listen = target.addEventListener.bind(target)
  const added: Parameters<EventTarget['addEventListener']>[] = []
  target.addEventListener = (...args: Parameters<EventTarget['addEventListener']>) => {
    if (!OF_LIBRARIES.includes(args[0])) added.push(args)
    listen(...args)
  }
  afterAll(() => {
    target.addEventListener = listen
    for (const [type, listener, options] of added) target.removeEventListener(type, listener, options)
  })
}

/** Ends the timers that a file leaves running: their requests would be counted in the next. */
const endTimers = (name: 'setTimeout' | 'setInterval'): void => {
  const original = globalThis[name]
  const started: ReturnType<typeof setTimeout>[] = []
  globalThis[name] = new Proxy(original, {
    apply(target, self, args) {
      const timer = Reflect.apply(target, self, args) as ReturnType<typeof setTimeout>
      started.push(timer)
      return timer
    },
  })
  afterAll(() => {
    globalThis[name] = original
    for (const timer of started) clearTimeout(timer)
  })
}

/** What `fake-indexeddb/auto` adds, and where Dexie looks for itself. */
const DATABASE = /^(?:indexedDB$|IDB)/u
const DEXIE = Symbol.for('Dexie')

const emptyPage = (): void => {
  const page = window as unknown as { readonly happyDOM: { readonly setURL: (url: string) => void } }
  page.happyDOM.setURL('http://localhost:3000/')
  localStorage.clear()
  sessionStorage.clear()
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  document.head.replaceChildren()
  document.body.replaceChildren()
}

// Tests of the node environment have no page.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  emptyPage()
  forgetListeners(window)
  forgetListeners(document)
  endTimers('setTimeout')
  endTimers('setInterval')
  // Testing Library does both by itself, but only for the file that loads it.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  afterEach(cleanup)
  configure({ asyncUtilTimeout: 10_000 }) // a busy machine is slow
  // happy-dom loads the whole page anew for a step in the history, which ends the test. The journeys step in a real browser.
  history.go = () => undefined
}

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const key of Reflect.ownKeys(globalThis)) {
    if (key === DEXIE || (typeof key === 'string' && DATABASE.test(key))) Reflect.deleteProperty(globalThis, key)
  }
})
