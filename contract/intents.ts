import { newKey, type WireRequest } from './client.ts'

/** How long an unanswered write may be repeated with its key: the life of a hold. A later repeat is meant as a new one. */
const MAX_AGE_MS = 10 * 60_000
const PREFIX = 'intent:'

/** A repeat with the same input so soon after a success is the second half of a double click. */
export const DOUBLE_CLICK_MS = 700

export interface IntentOptions<T> {
  /** `sessionStorage`, where the browser has it: a reload then keeps the keys. Called for each request. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  /** Whether the write may have happened all the same, so that a repeat needs the same key. See `isOpen`. */
  readonly isOpen: (outcome: { readonly result: T } | { readonly error: unknown }) => boolean
}

export interface Intents<T> {
  /** Runs `send` with the key of the intent. An identical request that is under way is shared instead. */
  readonly run: (request: WireRequest, send: (key: string) => Promise<T>) => Promise<T>
}

/** Whether a reply leaves open what became of the write. `status` is 0 without a reply. */
export const isOpenReply = (status: number, code: string): boolean =>
  status === 0 || status >= 500 || code === 'idempotency_in_flight'

const describe = (value: FormDataEntryValue): string =>
  typeof value === 'string' ? value : [value.name, value.type, value.size, value.lastModified].join(' ')

const textOf = ({ method, url, body }: WireRequest): string =>
  [method, url, body instanceof FormData ? [...body].map(([name, value]) => `${name}=${describe(value)}`) : body].join(
    '\n',
  )

/** 53 bits of a text: enough to tell a few requests apart, and it does not show them. */
const hash = (text: string): string => {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

interface SavedKey {
  readonly key: string
  readonly at: number
}

const parse = (text: string | null | undefined): SavedKey | undefined => {
  const [key, at] = text?.split(' ') ?? []
  return key && at ? { key, at: Number(at) } : undefined
}

/**
 * Gives every write of a site its `Idempotency-Key`. The same method, address and body, while no definite reply has
 * arrived, are one intent with one key, across double clicks, retries and reloads (docs/decisions/0030).
 */
export const createIntents = <T>({ storage, isOpen }: IntentOptions<T>): Intents<T> => {
  const running = new Map<string, Promise<T>>()
  // Used where the browser refuses storage.
  const memory = new Map<string, string>()

  const read = (name: string): string | null | undefined => {
    try {
      return storage()?.getItem(name) ?? memory.get(name)
    } catch {
      return memory.get(name)
    }
  }
  const write = (name: string, value: string): void => {
    memory.set(name, value)
    try {
      storage()?.setItem(name, value)
    } catch {
      // A full or unavailable storage must not stop the request.
    }
  }
  const remove = (name: string): void => {
    memory.delete(name)
    try {
      storage()?.removeItem(name)
    } catch {
      // Nothing was stored.
    }
  }

  const keyFor = (name: string): string => {
    const saved = parse(read(name))
    if (saved && Date.now() - saved.at < MAX_AGE_MS) return saved.key
    const key = newKey()
    write(name, `${key} ${Date.now()}`)
    return key
  }

  const settle = async (name: string, work: Promise<T>): Promise<T> => {
    try {
      const result = await work
      if (!isOpen({ result })) remove(name)
      return result
    } catch (error) {
      if (!isOpen({ error })) remove(name)
      throw error
    } finally {
      running.delete(name)
    }
  }

  return {
    run: (request, send) => {
      const name = PREFIX + hash(textOf(request))
      const same = running.get(name)
      if (same) return same
      const work = settle(name, send(keyFor(name)))
      running.set(name, work)
      return work
    },
  }
}

const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  Array.isArray(value) ||
  Object.getPrototypeOf(value) === Object.prototype

/** Files and other objects of the browser are the same only when they are identical. */
const toComparable = (_: string, value: unknown): unknown => (isPlain(value) ? value : objectId(value as object))

const ids = new WeakMap<object, string>()
let lastId = 0
const objectId = (value: object): string => {
  const id = ids.get(value)
  if (id !== undefined) return id
  lastId += 1
  ids.set(value, `object ${lastId}`)
  return `object ${lastId}`
}

const inputText = (input: unknown): string => JSON.stringify(input, toComparable) ?? 'undefined'

/**
 * Guards one button or form: `run(input, work)` starts `work` unless the same input is under way or has succeeded within
 * `DOUBLE_CLICK_MS`; then it resolves as that one does. It acts at once, before anything is rendered.
 */
export const createClickGuard = <T>() => {
  let last: { readonly input: string; readonly work: Promise<T>; doneAt?: number } | undefined
  const remember = async (current: NonNullable<typeof last>): Promise<void> => {
    try {
      await current.work
      current.doneAt = Date.now()
    } catch {
      // A failure may be tried again at once.
      if (last === current) last = undefined
    }
  }
  return (input: unknown, work: () => Promise<T>): Promise<T> => {
    const text = inputText(input)
    if (last?.input === text && (last.doneAt === undefined || Date.now() - last.doneAt < DOUBLE_CLICK_MS))
      return last.work
    const current: NonNullable<typeof last> = { input: text, work: work() }
    last = current
    void remember(current)
    return current.work
  }
}
