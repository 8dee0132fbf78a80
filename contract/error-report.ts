import { redact } from '@kartis/domain/redact.ts'

/** Where reports of faults go, read from a DSN such as `https://key@reports.example/7`. */
export interface ReportPlace {
  readonly key: string
  /** Where envelopes are posted. */
  readonly url: string
  /** For the Content-Security-Policy. */
  readonly origin: string
}

/** The parts of a Sentry DSN; nothing when it is not one. */
export const readDsn = (dsn: string): ReportPlace | undefined => {
  if (!URL.canParse(dsn)) return undefined
  const { protocol, username, host, pathname } = new URL(dsn)
  const [, folder = '', project] = /^(.*)\/(\w+)\/?$/u.exec(pathname) ?? []
  if (!/^https?:$/u.test(protocol) || username === '' || project === undefined) return undefined
  const origin = `${protocol}//${host}`
  return { key: username, url: `${origin}${folder}/api/${project}/envelope/`, origin }
}

export interface FaultFacts {
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

const LINE = /^\s*(?:at\s+)?(?:(?:async\s+)?(?<name>[^\s(@]+)\s*[(@])?\(?(?<file>.+?):(?<line>\d+):(?<column>\d+)\)?$/u
const MAX_FRAMES = 50

/** The path of a source alone: no host, no folder of the machine, no query. */
const placeOf = (file: string): string => {
  const path = file.replace(/^(?:file|https?):\/\/[^/]*/u, '').replace(/[?#].*$/u, '')
  const inside = /(?:^|\/)((?:node_modules|server|producer|order|domain|contract|i18n|ui|assets)\/.*)$/u.exec(path)
  return inside?.[1] ?? path.split('/').at(-1) ?? path
}

/** The frames of a stack as browsers and Node write it, the oldest first. */
export const framesOf = (stack: string): readonly Frame[] =>
  stack
    .split('\n')
    .map((text) => LINE.exec(text)?.groups)
    .filter((groups) => groups !== undefined)
    .slice(0, MAX_FRAMES)
    .map(({ name, file = '', line, column }) => ({
      function: name ?? '?',
      filename: placeOf(file),
      lineno: Number(line),
      colno: Number(column),
      in_app: !file.includes('node_modules') && !file.startsWith('node:'),
    }))
    .toReversed()

/** Our own number of a request: it leads to the lines of the log, and to no person. */
const REQUEST = 'request'

const DEPTH = 4

const causesOf = (fault: unknown): readonly unknown[] => {
  const all: unknown[] = []
  for (let one = fault; one !== undefined && one !== null && all.length < DEPTH;) {
    all.push(one)
    one = one instanceof Error ? one.cause : undefined
  }
  return all
}

const valueOf = (fault: unknown) => ({
  type: fault instanceof Error ? fault.name : typeof fault,
  value: redact(fault instanceof Error ? fault.message : String(fault)),
  ...(fault instanceof Error && fault.stack !== undefined && { stacktrace: { frames: framesOf(fault.stack) } }),
})

/** One fault as an envelope of the Sentry protocol: three lines of JSON. No person, address or request body is in it. */
export const envelopeOf = (fault: unknown, facts: FaultFacts): string => {
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
    exception: { values: causesOf(fault).map(valueOf).toReversed() },
  }
  const head = { event_id: facts.eventId, sent_at: facts.at.toISOString() }
  return [head, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n')
}

const UNREPORTED = new WeakSet<object>()

/**
 * Marks a fault that nobody need hear of. Gives it back, to be thrown.
 * @public For errors that are handled: the specification asks that they can be exempted (8.17).
 */
export const unreported = <T extends object>(fault: T): T => {
  UNREPORTED.add(fault)
  return fault
}

export const isUnreported = (fault: unknown): boolean =>
  typeof fault === 'object' && fault !== null && UNREPORTED.has(fault)

const MAX_IN_A_MINUTE = 20
const MINUTE = 60_000

/** Lets a fault through once a minute, and few faults in all: a storm of them says no more than the first. */
export const createThrottle = () => {
  const seen = new Map<string, number>()
  return (fault: unknown, now: number): boolean => {
    for (const [name, at] of seen) if (now - at >= MINUTE) seen.delete(name)
    const name = fault instanceof Error ? `${fault.name} ${fault.message}` : String(fault)
    if (seen.has(name) || seen.size >= MAX_IN_A_MINUTE) return false
    seen.set(name, now)
    return true
  }
}
