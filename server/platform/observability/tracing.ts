/** What a span says: ids and counts, never what a person has entered. */
export type SpanFields = Readonly<Record<string, string | number | readonly string[] | undefined>>

type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

/** Where something was asked for: opaque to those who pass it on. */
export type Origin = object

/** Something that takes time. */
export interface Span {
  readonly set: (fields: SpanFields) => void
  /** Notes the kind of the error alone: messages may quote what a person has entered. */
  readonly fail: (type: string) => void
  readonly end: () => void
  /** Spans that begin in `act` are parts of this one. */
  readonly within: <T>(act: () => T) => T
}

export interface SpanOptions {
  readonly kind?: SpanKind
  readonly fields?: SpanFields
  /** It begins a trace of its own. */
  readonly isRoot?: boolean
  /** Others that wait for it too. */
  readonly links?: readonly Origin[]
}

export interface Tracer {
  readonly start: (name: string, options?: SpanOptions) => Span
  /** Adds an event to the span that runs now. */
  readonly note: (name: string, fields: SpanFields) => void
  /** The span that runs now. */
  readonly origin: () => Origin | undefined
  /** Sends what is left. */
  readonly stop: () => Promise<void>
}

/** The tracer of this process while it has one: processes without a collector pay for one comparison. */
export const tracing: { tracer: Tracer | undefined } = { tracer: undefined }

/** The kind of an error: its code, such as the SQLSTATE of PostgreSQL, or its name. */
export const errorTypeOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'error'
}

/** Runs `act` in a span, where there is a tracer. */
export const traced = async <T>(name: string, options: () => SpanOptions, act: () => Promise<T>): Promise<T> => {
  if (!tracing.tracer) return act()
  const span = tracing.tracer.start(name, options())
  try {
    return await span.within(act)
  } catch (error) {
    span.fail(errorTypeOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** Adds an event to the span that runs now, where there is a tracer. */
export const noteInSpan = (name: string, fields: SpanFields): void => tracing.tracer?.note(name, fields)
