import { redact } from '@kartis/domain/redact.ts'

/** Where error reports are sent, read from a DSN such as `https://key@reports.example/7`. */
export interface ReportTarget {
  readonly key: string
  /** Where envelopes are posted. */
  readonly url: string
  /** For the Content-Security-Policy. */
  readonly origin: string
}

/** The parts of a Sentry DSN; undefined when the text is not one. */
export const readDsn = (dsn: string): ReportTarget | undefined => {
  if (!URL.canParse(dsn)) return undefined
  const { protocol, username, host, pathname } = new URL(dsn)
  const [, folder = '', project] = /^(.*)\/(\w+)\/?$/u.exec(pathname) ?? []
  if (!/^https?:$/u.test(protocol) || username === '' || project === undefined) return undefined
  const origin = `${protocol}//${host}`
  return { key: username, url: `${origin}${folder}/api/${project}/envelope/`, origin }
}

export interface ErrorFacts {
  readonly platform: 'node' | 'javascript'
  readonly release: string
  readonly environment: string
  readonly at: Date
  /** 32 hex digits. */
  readonly eventId: string
  /** Short facts that say where it happened: route, method, status, code, screen. */
  readonly tags: Readonly<Record<string, string>>
}

interface Frame {
  readonly function: string
  readonly filename: string
  readonly lineno: number
  readonly colno: number
  readonly in_app: boolean
}

const PLACE = /:(?<line>\d+):(?<column>\d+)\)?$/u
const MAX_FRAMES = 50
/** Folders below which a path says where a source is. */
const FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  'server',
  'producer',
  'order',
  'domain',
  'contract',
  'i18n',
  'ui',
  'assets',
])

/** The path of a source alone: no host, no folder of the machine, no query. */
const sourcePathOf = (file: string): string => {
  const [path = ''] = file.replace(/^(?:file|https?):\/\/[^/]*/u, '').split(/[?#]/u, 1)
  const segments = path.split('/')
  const from = segments.slice(0, -1).findIndex((segment) => FOLDERS.has(segment))
  return from < 0 ? (segments.at(-1) ?? path) : segments.slice(from).join('/')
}

/** Function and file of a line without its place: `at name (file` of V8, `name@file` of other engines. */
const callOf = (text: string): { readonly name: string; readonly file: string } => {
  const isV8 = text.startsWith('at ')
  const call = isV8
    ? text
        .slice(3)
        .trim()
        .replace(/^async /u, '')
    : text
  const split = call.indexOf(isV8 ? '(' : '@')
  return { name: call.slice(0, Math.max(split, 0)).trim(), file: call.slice(split + 1) }
}

const frameOf = (line: string): Frame | undefined => {
  const text = line.trim()
  const place = PLACE.exec(text)
  if (!place?.groups) return undefined
  const { name, file } = callOf(text.slice(0, place.index))
  return {
    function: name || '?',
    filename: sourcePathOf(file),
    lineno: Number(place.groups.line),
    colno: Number(place.groups.column),
    in_app: !file.includes('node_modules') && !file.startsWith('node:'),
  }
}

/** The frames of a stack as browsers and Node write it, the oldest first. */
export const framesOf = (stack: string): readonly Frame[] =>
  stack
    .split('\n')
    .map(frameOf)
    .filter((frame) => frame !== undefined)
    .slice(0, MAX_FRAMES)
    .toReversed()

/** The request id: it identifies log lines, not a person. */
const REQUEST = 'request'

const DEPTH = 4

const causesOf = (error: unknown): readonly unknown[] => {
  const all: unknown[] = []
  for (let cause = error; cause !== undefined && cause !== null && all.length < DEPTH;) {
    all.push(cause)
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return all
}

const valueOf = (error: unknown) => ({
  type: error instanceof Error ? error.name : typeof error,
  value: redact(error instanceof Error ? error.message : String(error)),
  ...(error instanceof Error && error.stack !== undefined && { stacktrace: { frames: framesOf(error.stack) } }),
})

/** An error as an envelope of the Sentry protocol: three lines of JSON. It has no personal data, address or request body. */
export const envelopeOf = (error: unknown, facts: ErrorFacts): string => {
  const event = {
    event_id: facts.eventId,
    timestamp: facts.at.getTime() / 1000,
    platform: facts.platform,
    level: 'error',
    release: facts.release,
    environment: facts.environment,
    tags: Object.fromEntries(
      Object.entries(facts.tags).map(([name, value]) => [name, name === REQUEST ? value : redact(value)]),
    ),
    exception: { values: causesOf(error).map(valueOf).toReversed() },
  }
  const head = { event_id: facts.eventId, sent_at: facts.at.toISOString() }
  return [head, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n')
}

const UNREPORTED = new WeakSet<object>()

/**
 * Marks an error as not to be reported, and returns it to be thrown.
 * @public For errors that are handled: the specification requires that they can be exempted (8.17).
 */
export const unreported = <T extends object>(error: T): T => {
  UNREPORTED.add(error)
  return error
}

export const isUnreported = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && UNREPORTED.has(error)

const MAX_IN_A_MINUTE = 20
const MINUTE = 60_000

/** Passes each error at most once a minute, and at most 20 different errors a minute. */
export const createThrottle = () => {
  const seen = new Map<string, number>()
  return (error: unknown, now: number): boolean => {
    for (const [name, at] of seen) if (now - at >= MINUTE) seen.delete(name)
    const name = error instanceof Error ? `${error.name} ${error.message}` : String(error)
    if (seen.has(name) || seen.size >= MAX_IN_A_MINUTE) return false
    seen.set(name, now)
    return true
  }
}
